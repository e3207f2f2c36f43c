const windowMs = 1_000;

/** Counts a socket's incoming messages, control frames included, in windows of a second. */
export class MessageRate {
  readonly #max: number;
  #endsAt = 0;
  #count = 0;

  constructor(max: number) {
    this.#max = max;
  }

  /** Returns false if there were too many in this second. */
  take(now: number): boolean {
    if (now >= this.#endsAt) {
      this.#endsAt = now + windowMs;
      this.#count = 0;
    }
    this.#count += 1;
    return this.#count <= this.#max;
  }
}
