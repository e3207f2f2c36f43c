/** The most keys that have a count at a time; the oldest keys are dropped. */
const maxKeys = 50_000;

/** Counts by key in fixed windows of time, for headers that show used limits as Binance's do. */
export class WindowCounts<Key> {
  readonly #windowMs: number;
  readonly #now: () => number;
  #window = 0;
  #counts = new Map<Key, number>();

  constructor(windowMs: number, now: () => number) {
    this.#windowMs = windowMs;
    this.#now = now;
  }

  /** Adds to a key's count and returns the sum. Adding 0 only reads the count. */
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
