/** One change of the engine, and what became of it. */
export interface Mutant {
  readonly file: string;
  readonly place: Place;
  /** What it was changed to, and how that is called. */
  readonly replacement: string;
  readonly kind: string;
  readonly status: string;
}

/** Lines and columns from 1; the end is the first place that isn't changed. */
interface Place {
  readonly start: Point;
  readonly end: Point;
}

interface Point {
  readonly line: number;
  readonly column: number;
}

/** What Stryker's report says, as far as it matters here. */
export interface Report {
  readonly files: Readonly<Record<string, { readonly mutants: readonly ReportedMutant[] }>>;
}

interface ReportedMutant {
  readonly location: Place;
  readonly replacement?: string;
  readonly mutatorName: string;
  readonly status: string;
}

/** The changes of a report that were made. */
export function mutantsOf({ files }: Report): Mutant[] {
  return Object.entries(files).flatMap(([file, { mutants }]) =>
    mutants
      .filter(({ status }) => status !== 'Ignored')
      .map(({ location, replacement = '', mutatorName, status }) => {
        return { file, place: location, replacement, kind: mutatorName, status };
      }),
  );
}

export function isMissed({ status }: Mutant): boolean {
  return status === 'Survived' || status === 'NoCoverage';
}

function keyOf({ file, place: { start, end }, kind, replacement }: Mutant): string {
  return `${file} ${start.line}:${start.column} ${end.line}:${end.column} ${kind} ${replacement}`;
}

/** As Stryker wants a place told to which changes are confined: there columns begin with 0. */
export function rangeOf({ file, place: { start, end } }: Mutant): string {
  return `${file}:${start.line}:${start.column - 1}-${end.line}:${end.column - 1}`;
}

/** The changes with what became of those that were tried again. */
export function withSecondTry(first: readonly Mutant[], second: readonly Mutant[]): Mutant[] {
  const again = new Map(second.map((mutant) => [keyOf(mutant), mutant]));
  return first.map((mutant) => (isMissed(mutant) ? (again.get(keyOf(mutant)) ?? mutant) : mutant));
}
