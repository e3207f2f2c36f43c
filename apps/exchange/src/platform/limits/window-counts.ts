/** Keys counted at a time; the oldest are forgotten. */
const maxKeys = 50_000;

/** Counts by key in fixed windows of time, as Binance's headers show what was used. */
export class WindowCounts<Key> {
  readonly #windowMs: number;
  readonly #now: () => number;
  #window = 0;
  #counts = new Map<Key, number>();

  constructor(windowMs: number, now: () => number) {
    this.#windowMs = windowMs;
    this.#now = now;
  }

  /** Returns the count with these; 0 reads it. */
  add(key: Key, more: number): number {
    const window = Math.floor(this.#now() / this.#windowMs);
    if (window !== this.#window) {
      this.#window = window;
      this.#counts = new Map();
    }
    const count = (this.#counts.get(key) ?? 0) + more;
    if (more > 0) this.#counts.set(key, count);
    if (this.#counts.size > maxKeys) {
      const [oldest] = this.#counts.keys();
      if (oldest !== undefined) this.#counts.delete(oldest);
    }
    return count;
  }
}
