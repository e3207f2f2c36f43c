import { median } from '../median.ts';

/** What one round found, by name and unit. */
export type Figures = Readonly<Record<string, number>>;

/** The two builds, or settings, that are compared. */
export type Pair<T> = readonly [before: T, now: T];

/** Odd, so that one of the rounds is the median. */
const standardRounds = 7;

/** Measures both sides in turns, so that whatever else the machine does meets both, and prints the figures. */
export async function compareInTurns<T>(
  name: string,
  sides: Pair<T>,
  measure: (side: T, run: string) => Promise<Figures>,
  rounds = standardRounds,
): Promise<void> {
  sayFigures(name, await measureInTurns(name, sides, measure, rounds));
}

/** @returns the figures of both sides, by round */
export async function measureInTurns<T>(
  name: string,
  sides: Pair<T>,
  measure: (side: T, run: string) => Promise<Figures>,
  rounds: number,
): Promise<readonly Pair<Figures>[]> {
  const found: Pair<Figures>[] = [];
  for (let round = 0; round < rounds; round += 1) {
    // Each goes first in every other round.
    const order = round % 2 === 0 ? ([0, 1] as const) : ([1, 0] as const);
    const figures: [Figures, Figures] = [{}, {}];
    for (const index of order) figures[index] = await measure(sides[index], `${name.length}-${round}`);
    found.push(figures);
  }
  return found;
}

/** Prints, per figure, the median of the rounds' ratios, and the smallest and largest of them. */
export function sayFigures(name: string, found: readonly Pair<Figures>[]): void {
  for (const figure of Object.keys(found[0]?.[0] ?? {})) say(lineOf(name, figure, found));
}

function lineOf(name: string, figure: string, found: readonly Pair<Figures>[]): string {
  const pairs = found.map(([before, now]) => [before[figure] ?? 0, now[figure] ?? 0] as const);
  const ratios = pairs.map(([before, now]) => now / before);
  const shown = [0, 1].map((index) => text(median(pairs.map((pair) => pair[index] ?? 0)))).join(' → ');
  const spread = `${median(ratios).toFixed(3)} (${Math.min(...ratios).toFixed(2)} to ${Math.max(...ratios).toFixed(2)})`;
  return `${name.padEnd(24)}${figure.padEnd(38)}${shown.padEnd(24)}${spread}`;
}

function text(value: number): string {
  return value < 100 ? value.toFixed(2) : Math.round(value).toLocaleString('en');
}

export function say(line: string): void {
  process.stdout.write(`${line}\n`);
}
