/** What counts as flat: the last figure is at most this multiple of the first. */
const flatMost = 1.3;

/** Figures of the same things while a history grows, and whether they grow with it. */
export class GrowthLaw {
  readonly #figures = new Map<string, number[]>();

  add(name: string, figure: number): void {
    const figures = this.#figures.get(name) ?? [];
    figures.push(figure);
    this.#figures.set(name, figures);
  }

  /** Prints each figure at every step, and the last as a multiple of the first. */
  print(say: (line: string) => void): void {
    say('\nthe law: each step, and the last one as a multiple of the first');
    for (const [name, figures] of this.#figures) {
      const [first = 0, last = 0] = [figures[0], figures.at(-1)];
      const ratio = first === 0 ? 1 : last / first;
      const steps = figures.map((figure) => figure.toFixed(figure < 100 ? 2 : 0).padStart(8)).join('');
      say(`${name.padEnd(52)}${steps}   × ${ratio.toFixed(2)}${ratio > flatMost ? '   grows' : ''}`);
    }
  }
}
