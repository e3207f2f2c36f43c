/** How much one socket may ask for in ten seconds: a request counts one, and one more for each channel that is sent whole. Reading on and orders aren't counted here. */
const most = 600;
const windowMs = 10_000;

/** Counts what a socket asks for. */
export class RequestCount {
  #windowEnds = 0;
  #count = 0;

  /** Whether it may have this as well. */
  take(now: number, weight: number): boolean {
    if (now >= this.#windowEnds) {
      this.#windowEnds = now + windowMs;
      this.#count = 0;
    }
    this.#count += weight;
    return this.#count <= most;
  }
}
