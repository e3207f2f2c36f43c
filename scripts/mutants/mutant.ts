/** A mutation of the engine, and its result. */
export interface Mutant {
  readonly file: string;
  readonly place: Place;
  /** The replacement, and the name of the mutation. */
  readonly replacement: string;
  readonly kind: string;
  readonly status: string;
}

/** Lines and columns from 1; the end is exclusive. */
interface Place {
  readonly start: Point;
  readonly end: Point;
}

interface Point {
  readonly line: number;
  readonly column: number;
}

/** The used parts of Stryker's report. */
export interface Report {
  readonly files: Readonly<Record<string, { readonly mutants: readonly ReportedMutant[] }>>;
}

interface ReportedMutant {
  readonly location: Place;
  readonly replacement?: string;
  readonly mutatorName: string;
  readonly status: string;
}

/** The mutants of a report that were run. */
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

/** Stryker's notation of a range, in which columns begin at 0. */
export function rangeOf({ file, place: { start, end } }: Mutant): string {
  return `${file}:${start.line}:${start.column - 1}-${end.line}:${end.column - 1}`;
}

/** Merges the results of mutants that were retried. */
export function withSecondTry(first: readonly Mutant[], second: readonly Mutant[]): Mutant[] {
  const again = new Map(second.map((mutant) => [keyOf(mutant), mutant]));
  return first.map((mutant) => (isMissed(mutant) ? (again.get(keyOf(mutant)) ?? mutant) : mutant));
}
