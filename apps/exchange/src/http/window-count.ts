/** Past so many keys, those whose window is over are forgotten. */
const keptMost = 10_000;

interface Window {
  count: number;
  readonly endsAt: number;
}

/** Counts what each key does in its window of time, which begins with the first. No timers, no promises. */
export class WindowCount<Key> {
  readonly #windowMs: number;
  readonly #windows = new Map<Key, Window>();
  #sweepAt = 0;

  constructor(windowMs: number) {
    this.#windowMs = windowMs;
  }

  /** Counts one more; tells how long to wait, 0 where that is no more than `most`. */
  take(key: Key, most: number): number {
    // The clock of this process, which nobody sets.
    const now = performance.now();
    let window = this.#windows.get(key);
    if (window === undefined || window.endsAt <= now) {
      this.#sweep(now);
      this.#windows.set(key, (window = { count: 0, endsAt: now + this.#windowMs }));
    }
    window.count += 1;
    return window.count > most ? window.endsAt - now : 0;
  }

  #sweep(now: number): void {
    if (this.#windows.size < keptMost || now < this.#sweepAt) return;
    this.#sweepAt = now + this.#windowMs;
    for (const [key, { endsAt }] of this.#windows) if (endsAt <= now) this.#windows.delete(key);
  }
}
