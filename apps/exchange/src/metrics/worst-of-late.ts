/** The usual time between two looks at the metrics. */
const spanMs = 15_000;

/** The highest figure of this span and the one before: at least 15 seconds of the past, at most 30. */
export class WorstOfLate {
  readonly #now: () => number;
  #span = 0;
  #worst = 0;
  #before = 0;

  constructor(now: () => number) {
    this.#now = now;
  }

  note(figure: number): void {
    this.#turn();
    this.#worst = Math.max(this.#worst, figure);
  }

  value(): number {
    this.#turn();
    return Math.max(this.#worst, this.#before);
  }

  #turn(): void {
    const span = Math.floor(this.#now() / spanMs);
    if (span === this.#span) return;
    this.#before = span === this.#span + 1 ? this.#worst : 0;
    this.#worst = 0;
    this.#span = span;
  }
}
