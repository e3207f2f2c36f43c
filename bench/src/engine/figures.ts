/** One thing that was measured, beside what is asked of it. */
export interface Figure {
  readonly name: string;
  readonly measured: string;
  /** What is asked for, as a sentence; and whether it is so. Null where nothing is. */
  readonly wanted: string | null;
  readonly isMet: boolean;
}

type Unit = '' | ' ns' | ' µs' | ' ms' | ' B' | ' MB' | ' commands/s';

/** At least so much. */
export function atLeast(name: string, value: number, least: number, unit: Unit = ''): Figure {
  return { name, measured: shown(value, unit), wanted: `≥ ${shown(least, unit)}`, isMet: value >= least };
}

/** At most so much. */
export function atMost(name: string, value: number, most: number, unit: Unit = ''): Figure {
  return { name, measured: shown(value, unit), wanted: `≤ ${shown(most, unit)}`, isMet: value <= most };
}

/** Told without a wish. */
export function told(name: string, value: number, unit: Unit = ''): Figure {
  return { name, measured: shown(value, unit), wanted: null, isMet: true };
}

export function printFigures(title: string, figures: readonly Figure[]): void {
  console.log(title);
  for (const { name, measured, wanted, isMet } of figures) {
    const verdict = wanted === null ? '' : `  ${isMet ? 'met' : 'NOT MET'}  (${wanted})`;
    console.log(`  ${name.padEnd(58)}${measured.padStart(22)}${verdict}`);
  }
}

function shown(value: number, unit: Unit): string {
  return (Math.abs(value) < 100 ? value.toFixed(2) : Math.round(value).toLocaleString('en')) + unit;
}
