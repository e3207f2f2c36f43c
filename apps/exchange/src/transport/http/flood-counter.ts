interface Window {
  /** By the clock that never goes back. */
  readonly sinceMs: number;
  count: number;
}

/**
 * How many requests came from each address, for `@fastify/rate-limit`, whose own counter goes by the wall clock: where that is put back an hour, who was refused is refused
 * for an hour. Addresses past `most` take the place of those whose window began first.
 */
export class FloodCounter {
  private readonly windows = new Map<string, Window>();
  private readonly most: number;
  private readonly now: () => number;

  constructor(most: number, now: () => number = () => performance.now()) {
    this.most = most;
    this.now = now;
  }

  /** Counts one; tells how many there were in this window, and how many milliseconds of it are left. */
  incr(
    address: string,
    tell: (error: null, counted: { current: number; ttl: number }) => void,
    windowMs: number,
  ): void {
    const now = this.now();
    let window = this.windows.get(address);
    if (window === undefined || now - window.sinceMs >= windowMs) window = this.begin(address, now);
    window.count += 1;
    tell(null, { current: window.count, ttl: windowMs - (now - window.sinceMs) });
  }

  /** All routes count together. */
  child(): this {
    return this;
  }

  private begin(address: string, sinceMs: number): Window {
    const window = { sinceMs, count: 0 };
    // Put in anew, so that those that began first stand first.
    this.windows.delete(address);
    this.windows.set(address, window);
    if (this.windows.size > this.most) {
      for (const oldest of this.windows.keys()) {
        this.windows.delete(oldest);
        break;
      }
    }
    return window;
  }
}
