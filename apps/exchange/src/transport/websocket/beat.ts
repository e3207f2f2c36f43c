/**
 * Pushes at every interval, and at once when there is news after a quiet interval. So readers get a single trade without delay, and busy markets in
 * batches.
 */
export class Beat {
  readonly #everyMs: number;
  readonly #push: () => void;
  readonly #ticking: NodeJS.Timeout;
  #hurrying: NodeJS.Immediate | null = null;
  #hasNews = false;
  /** When news was pushed last. */
  #pushedAt = -Infinity;

  constructor(everyMs: number, push: () => void) {
    this.#everyMs = everyMs;
    this.#push = push;
    this.#ticking = setInterval(() => this.#beat(), everyMs);
  }

  /** Tells that there is something to push. */
  hurry(): void {
    this.#hasNews = true;
    if (this.#hurrying !== null || performance.now() - this.#pushedAt < this.#everyMs) return;
    // Whoever caused the news is answered first.
    this.#hurrying = setImmediate(() => {
      this.#ticking.refresh();
      this.#beat();
    });
  }

  close(): void {
    clearInterval(this.#ticking);
    if (this.#hurrying !== null) clearImmediate(this.#hurrying);
  }

  #beat(): void {
    if (this.#hurrying !== null) clearImmediate(this.#hurrying);
    this.#hurrying = null;
    if (this.#hasNews) this.#pushedAt = performance.now();
    this.#hasNews = false;
    this.#push();
  }
}
