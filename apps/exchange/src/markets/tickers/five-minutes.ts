const lengthMs = 5 * 60_000;
/** Parts that have passed are dropped together, once there are so many. */
const maxPassed = 1_000;

/** What traded at one moment. */
export interface TradedPart {
  readonly time: number;
  readonly volumeLots: bigint;
  readonly turnover: bigint;
}

/** The volume of one market's last five minutes, exact to the millisecond. */
export class FiveMinutes {
  #parts: TradedPart[] = [];
  /** The place of the oldest part within the five minutes. */
  #first = 0;
  #volumeLots = 0n;
  #turnover = 0n;

  add({ time, volumeLots, turnover }: TradedPart): void {
    const last = this.#parts.at(-1);
    if (last?.time === time && this.#first < this.#parts.length) {
      const sum = { time, volumeLots: last.volumeLots + volumeLots, turnover: last.turnover + turnover };
      this.#parts[this.#parts.length - 1] = sum;
    } else this.#parts.push({ time, volumeLots, turnover });
    this.#volumeLots += volumeLots;
    this.#turnover += turnover;
    this.#passTo(time);
  }

  /** What traded later than five minutes before this time. */
  until(now: number): Pick<TradedPart, 'volumeLots' | 'turnover'> {
    this.#passTo(now);
    return { volumeLots: this.#volumeLots, turnover: this.#turnover };
  }

  #passTo(now: number): void {
    for (let part = this.#parts[this.#first]; part && part.time <= now - lengthMs;) {
      this.#volumeLots -= part.volumeLots;
      this.#turnover -= part.turnover;
      part = this.#parts[++this.#first];
    }
    if (this.#first < maxPassed || this.#first < this.#parts.length / 2) return;
    this.#parts = this.#parts.slice(this.#first);
    this.#first = 0;
  }
}
