import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import type { Tally } from './long-drill.ts';

/** Results of a long drill in a file, so that an interrupted one continues. */
export class Results {
  readonly #file: string;
  readonly #tallies: Tally[];

  constructor(file: string) {
    this.#file = file;
    const lines = existsSync(file) ? readFileSync(file, 'utf8').split('\n') : [];
    this.#tallies = lines.filter((line) => line !== '').map((line) => JSON.parse(line) as Tally);
  }

  get found(): string[] {
    return this.#tallies.flatMap(({ found }) => found);
  }

  add(tally: Tally): void {
    this.#tallies.push(tally);
    appendFileSync(this.#file, `${JSON.stringify(tally)}\n`);
  }

  killsAt(point: string): number {
    return this.#of(point).reduce((sum, { kills }) => sum + kills, 0);
  }

  /** Returns a line for each point, and their sum. */
  table(): string[] {
    const points = [...new Set(this.#tallies.map(({ point }) => point))];
    const rows = points.map((point) => [point, ...sums(this.#of(point))]);
    const all = [titles, ...rows, ['all', ...sums(this.#tallies)]];
    const width = Math.max(...all.map(([name = '']) => name.length));
    return all.map(([name = '', ...cells]) => name.padEnd(width) + cells.map((cell) => cell.padStart(15)).join(''));
  }

  #of(wanted: string): Tally[] {
    return this.#tallies.filter(({ point }) => point === wanted);
  }
}

const counted = ['kills', 'answered', 'askedAgain', 'lost', 'doubled', 'unasked', 'gaps'] as const;
const titles = ['point', 'kills', 'answered', 'asked again', 'lost', 'doubled', 'refused+there', 'gaps'];

function sums(tallies: readonly Tally[]): string[] {
  return counted.map((what) => tallies.reduce((sum, tally) => sum + tally[what], 0).toLocaleString('en'));
}
