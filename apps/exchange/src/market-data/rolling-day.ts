import type { Fill } from '@fft/engine';

export const minuteMs = 60_000;
const minutesPerDay = 1_440;
const hoursPerDay = 24;

interface Minute {
  /** Minutes since the epoch. */
  readonly minute: number;
  readonly openTicks: number;
  highTicks: number;
  lowTicks: number;
  closeTicks: number;
  volumeLots: bigint;
  turnover: bigint;
}

/** A market's figures over the last 24 hours, in ledger integers. Prices are 0 before the first trade. */
export interface DayFigures {
  readonly lastTicks: number;
  readonly openTicks: number;
  readonly highTicks: number;
  readonly lowTicks: number;
  readonly volumeLots: bigint;
  readonly turnover: bigint;
  /** Closes of the last 24 hours by the hour, oldest first, from the first trade on. */
  readonly sparkTicks: readonly number[];
}

/** Folds one market's fills into the last 24 hours, by the minute: at most 1,440 small objects. */
export class RollingDay {
  #minutes: Minute[] = [];
  #lastTicks = 0;
  /** The close before the oldest minute kept: where the day opened. */
  #closeBeforeTicks = 0;

  add(fill: Pick<Fill, 'time' | 'priceTicks' | 'quantityLots' | 'notional'>): void {
    const minute = Math.floor(fill.time / minuteMs);
    const price = fill.priceTicks;
    let current = this.#minutes.at(-1);
    if (!current || current.minute < minute) {
      current = {
        minute,
        openTicks: price,
        highTicks: price,
        lowTicks: price,
        closeTicks: price,
        volumeLots: 0n,
        turnover: 0n,
      };
      this.#minutes.push(current);
      this.#forgetBefore(minute - minutesPerDay + 1);
    }
    current.highTicks = Math.max(current.highTicks, price);
    current.lowTicks = Math.min(current.lowTicks, price);
    current.closeTicks = price;
    current.volumeLots += BigInt(fill.quantityLots);
    current.turnover += BigInt(fill.notional);
    this.#lastTicks = price;
  }

  figures(time: number): DayFigures {
    const nowMinute = Math.floor(time / minuteMs);
    this.#forgetBefore(nowMinute - minutesPerDay + 1);
    const minutes = this.#minutes;
    const openTicks = this.#closeBeforeTicks || (minutes[0]?.openTicks ?? 0);
    let [highTicks, lowTicks, volumeLots, turnover] = [openTicks, openTicks, 0n, 0n];
    for (const minute of minutes) {
      highTicks = Math.max(highTicks, minute.highTicks);
      lowTicks = Math.min(lowTicks, minute.lowTicks);
      volumeLots += minute.volumeLots;
      turnover += minute.turnover;
    }
    const sparkTicks = this.#spark(nowMinute);
    return { lastTicks: this.#lastTicks, openTicks, highTicks, lowTicks, volumeLots, turnover, sparkTicks };
  }

  #spark(nowMinute: number): number[] {
    const closes: number[] = [];
    let close = this.#closeBeforeTicks;
    let next = 0;
    for (let hour = hoursPerDay - 1; hour >= 0; hour--) {
      const endMinute = nowMinute - hour * 60;
      for (; (this.#minutes[next]?.minute ?? Infinity) <= endMinute; next++)
        close = this.#minutes[next]?.closeTicks ?? close;
      if (close > 0) closes.push(close);
    }
    return closes;
  }

  #forgetBefore(minute: number): void {
    let old = 0;
    for (; (this.#minutes[old]?.minute ?? Infinity) < minute; old++) {
      this.#closeBeforeTicks = this.#minutes[old]?.closeTicks ?? this.#closeBeforeTicks;
    }
    if (old > 0) this.#minutes = this.#minutes.slice(old);
  }
}
