interface Window {
  /** By the monotonic clock. */
  readonly sinceMs: number;
  count: number;
}

/**
 * Counts requests per address for `@fastify/rate-limit`. The library's own counter uses the wall clock: setting that back an hour would extend refusals by an
 * hour. Past `maxAddresses` addresses, the ones whose window began first are evicted.
 */
export class FloodCounter {
  private readonly windows = new Map<string, Window>();
  private readonly maxAddresses: number;
  private readonly now: () => number;

  constructor(maxAddresses: number, now: () => number = () => performance.now()) {
    this.maxAddresses = maxAddresses;
    this.now = now;
  }

  /** Counts one request; reports the count of this window and its remaining milliseconds. */
  incr(
    address: string,
    done: (error: null, counted: { current: number; ttl: number }) => void,
    windowMs: number,
  ): void {
    const now = this.now();
    let window = this.windows.get(address);
    if (window === undefined || now - window.sinceMs >= windowMs) window = this.begin(address, now);
    window.count += 1;
    done(null, { current: window.count, ttl: windowMs - (now - window.sinceMs) });
  }

  /** Adds requests that another process of this machine counted. */
  note(address: string, requests: number, windowMs: number): void {
    const now = this.now();
    let window = this.windows.get(address);
    if (window === undefined || now - window.sinceMs >= windowMs) window = this.begin(address, now);
    window.count += requests;
  }

  /** All routes share one counter. */
  child(): this {
    return this;
  }

  private begin(address: string, sinceMs: number): Window {
    const window = { sinceMs, count: 0 };
    // Insert again, so that the map stays ordered by the start of the window.
    this.windows.delete(address);
    this.windows.set(address, window);
    if (this.windows.size > this.maxAddresses) {
      for (const oldest of this.windows.keys()) {
        this.windows.delete(oldest);
        break;
      }
    }
    return window;
  }
}
