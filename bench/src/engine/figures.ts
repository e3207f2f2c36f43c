/** A measured value with its target. */
export interface Figure {
  readonly name: string;
  readonly measured: string;
  /** The target as text, and whether it is met. Null without a target. */
  readonly wanted: string | null;
  readonly isMet: boolean;
}

type Unit = '' | ' ns' | ' µs' | ' ms' | ' B' | ' MB' | ' commands/s';

/** A value with a lower bound. */
export function atLeast(name: string, value: number, least: number, unit: Unit = ''): Figure {
  return { name, measured: shown(value, unit), wanted: `≥ ${shown(least, unit)}`, isMet: value >= least };
}

/** A value with an upper bound. */
export function atMost(name: string, value: number, most: number, unit: Unit = ''): Figure {
  return { name, measured: shown(value, unit), wanted: `≤ ${shown(most, unit)}`, isMet: value <= most };
}

/** A value without a target. */
export function measured(name: string, value: number, unit: Unit = ''): Figure {
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
