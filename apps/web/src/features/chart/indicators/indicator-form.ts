/** Kinds of parameters; the sheet has a label and bounds for each kind. */
export type ParameterKind =
  | 'length'
  | 'factor'
  | 'rangeLength'
  | 'conversion'
  | 'base'
  | 'span'
  | 'displacement'
  | 'start'
  | 'step'
  | 'most'
  | 'fast'
  | 'slow'
  | 'signal'
  | 'smoothing'
  | 'strength';

/** An index of the palette's `lines`, or a named colour. `sign` means `up` or `down`, depending on the value's sign. */
export type LineColor = number | 'up' | 'down' | 'sign' | 'text';

export interface LineForm {
  /** The line's key in the results. */
  readonly key: string;
  /** Empty if the colour alone identifies the line. */
  readonly label: string;
  readonly color: LineColor;
}

export interface IndicatorForm {
  /** The default parameters. */
  readonly parameters: readonly number[];
  /** The kind of each parameter. `lengths` means one to five lengths, with one line each. */
  readonly kinds: readonly ParameterKind[] | 'lengths';
  readonly lines: (parameters: readonly number[]) => readonly LineForm[];
  /** True if the legend begins with the indicator's name and parameters. */
  readonly named: boolean;
  readonly places: 'price' | 'volume' | 2 | 4;
}

/** Maximum number of averages that one indicator shows. */
const maxLengths = 5;
const maxLength = 500;
const factors: Readonly<Partial<Record<ParameterKind, readonly [min: number, max: number]>>> = {
  factor: [0.1, 20],
  start: [0.001, 1],
  step: [0.001, 1],
  most: [0.001, 1],
};

/** The smallest and the largest value of a parameter, and whether it counts candles. */
export function boundsOf(kind: ParameterKind): { readonly min: number; readonly max: number; readonly whole: boolean } {
  const [min, max] = factors[kind] ?? [1, maxLength];
  return { min, max, whole: factors[kind] === undefined };
}

const fits = (value: number, kind: ParameterKind): boolean => {
  const { min, max, whole } = boundsOf(kind);
  return value >= min && value <= max && (!whole || Number.isInteger(value));
};

/** True if these parameters are valid for an indicator. */
export function areParameters({ kinds }: Pick<IndicatorForm, 'kinds'>, values: readonly number[]): boolean {
  if (kinds === 'lengths') {
    return values.length > 0 && values.length <= maxLengths && values.every((value) => fits(value, 'length'));
  }
  return values.length === kinds.length && kinds.every((kind, place) => fits(values[place] ?? NaN, kind));
}

interface AverageOptions {
  /** Palette index of the first line's colour. */
  readonly first?: number;
  readonly places?: IndicatorForm['places'];
}

/** One line for each length. */
export const averageForm = (
  name: string,
  parameters: readonly number[],
  { first = 0, places = 'price' }: AverageOptions = {},
): IndicatorForm => ({
  parameters,
  kinds: 'lengths',
  lines: (lengths) =>
    lengths.map((length, index) => ({
      key: `${name.toLowerCase()}${index + 1}`,
      label: `${name}${length}`,
      color: first + index,
    })),
  named: false,
  places,
});
