import type { Lang, Market } from '@fft/contract';
import type { Chart, IndicatorCreate, TooltipLegend } from 'klinecharts';
import { plainNumber, shortNumber } from '../candles/chart-numbers.ts';
import type { ChartSettings } from '../settings/chart-settings.ts';
import { areParameters, averageForm, type IndicatorForm, type LineColor, type LineForm } from './indicator-form.ts';
import type { MainIndicator, SubIndicator } from './indicator-names.ts';
import type { Palette } from '../candles/palette.ts';

export type IndicatorName = MainIndicator | SubIndicator;

interface NumberContext {
  readonly market: Market;
  readonly lang: Lang;
  readonly settings: Pick<ChartSettings, 'parameters' | 'colors'>;
}

/** Language, number formats and colours of the legends. They may change while the chart shows an indicator. */
interface LegendContext extends NumberContext {
  readonly palette: Palette;
  /** True if the legend is shown while no candle is pointed at. */
  readonly isShown: () => boolean;
}

/** The indicators that every chart has from the start; `addForms` adds the others when a chart first needs one. */
const forms: Partial<Record<IndicatorName, IndicatorForm>> = {
  MA: averageForm('MA', [7, 25, 99]),
  VOL: {
    parameters: [],
    kinds: [],
    lines: () => [{ key: 'volume', label: '', color: 'text' }],
    named: true,
    places: 'volume',
  },
};

export const addForms = (more: typeof forms): void => void Object.assign(forms, more);

/** An indicator's form; undefined until its formula is loaded. */
export const formOf = (name: IndicatorName): IndicatorForm | undefined => forms[name];

/** An indicator's parameters: the customer's, or the default ones. */
export function parametersOf(
  name: IndicatorName,
  form: Pick<IndicatorForm, 'kinds' | 'parameters'>,
  { parameters }: Pick<ChartSettings, 'parameters'>,
): readonly number[] {
  const chosen = parameters[name];
  return chosen !== undefined && areParameters(form, chosen) ? chosen : form.parameters;
}

/** The stored value of a line that keeps its default colour. */
export const ownColor = 99;

/** A line's colour: the customer's choice, or the default. */
export const colorOf = (own: LineColor, chosen: number | undefined): LineColor =>
  chosen === undefined || chosen === ownColor ? own : chosen;

interface ShownLine extends LineForm {
  readonly ink: string;
}

/** An indicator's lines with their final colours. */
function linesOf(name: IndicatorName, { settings, palette }: Pick<LegendContext, 'settings' | 'palette'>) {
  const form = forms[name];
  if (form === undefined) return [];
  const { lines } = palette;
  return form.lines(parametersOf(name, form, settings)).map((line, place): ShownLine => {
    const color = colorOf(line.color, settings.colors[name]?.[place]);
    if (typeof color === 'number') return { ...line, color, ink: lines[color % lines.length] ?? palette.text };
    return { ...line, ink: color === 'sign' ? palette.up : palette[color] };
  });
}

/** An indicator for the library, with legends in the customer's language and number format. */
export function indicatorOf(name: IndicatorName, context: () => LegendContext): IndicatorCreate {
  const form = forms[name];
  if (form === undefined) throw new Error(`${name} isn't loaded`);
  const { places } = form;
  const parameters = parametersOf(name, form, context().settings);
  return {
    name,
    id: name,
    calcParams: [...parameters],
    ...(places !== 'volume' && { precision: places === 'price' ? context().market.pricePlaces : places }),
    ...(name !== 'VOL' && {
      styles: { lines: linesOf(name, context()).map(({ ink: color }) => ({ color, size: 1.2 })) },
    }),
    createTooltipDataSource: ({ chart, indicator, crosshair }) => {
      if (crosshair.paneId === undefined && !context().isShown()) return noLegend;
      const row = rowOf(indicator.result, crosshair.dataIndex, chart);
      return {
        name: titleOf(name, context()),
        calcParamsText: '',
        features: [],
        legends: linesOf(name, context()).map((line) => legend(form, line, row[line.key], context())),
      };
    },
  };
}

/** A text that changes when the chart must redraw an indicator. */
export const signOf = (name: IndicatorName, { parameters, colors }: NumberContext['settings']): string =>
  JSON.stringify([parameters[name], colors[name]]);

/** An empty legend, which takes no line. */
export const noLegend = { name: '', calcParamsText: '', features: [], legends: [] };

function titleOf(name: IndicatorName, { settings }: NumberContext): string {
  const form = forms[name];
  return form?.named === true ? [name, ...parametersOf(name, form, settings)].join(' ') : '';
}

/** The parts of an indicator's legend with `value` in place of all values, to measure the legend's width. */
export function legendParts(name: IndicatorName, value: number, context: NumberContext): readonly string[] {
  const form = forms[name];
  if (form === undefined) return [];
  const title = titleOf(name, context);
  return [
    ...(title === '' ? [] : [title]),
    ...form
      .lines(parametersOf(name, form, context.settings))
      .map(({ label }) => `${label === '' ? '' : `${label} `}${textOf(form.places, value, context)}`),
  ];
}

function legend(
  { places }: IndicatorForm,
  { label, color, ink }: ShownLine,
  value: number | undefined,
  context: LegendContext,
): TooltipLegend {
  const shade = color === 'sign' && (value ?? 0) < 0 ? context.palette.down : ink;
  return {
    title: { text: label === '' ? '' : `${label} `, color: shade },
    value: { text: textOf(places, value, context), color: shade },
  };
}

function textOf(places: IndicatorForm['places'], value: number | undefined, { market, lang }: NumberContext): string {
  if (places === 'volume') return shortNumber(value, lang);
  return plainNumber(value, places === 'price' ? market.pricePlaces : places);
}

/** The results at the crosshair, or at the newest candle. */
function rowOf(
  result: readonly unknown[],
  index: number | undefined,
  chart: Chart,
): Record<string, number | undefined> {
  const newest = chart.getDataList().length - 1;
  const row = result[index === undefined ? newest : Math.min(Math.max(index, 0), newest)];
  // All indicators return one object of numbers per candle.
  return typeof row === 'object' && row !== null ? (row as Record<string, number | undefined>) : {};
}
