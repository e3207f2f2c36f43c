import { joined, type Candle } from '../../ledger/projection/candle.ts';

const minuteMs = 60_000;
export const minutesPerDay = 1_440;
const hoursPerDay = 24;

/** A market's figures over the last 24 hours, in ledger integers. Prices are 0 before the first trade. */
export interface DayFigures {
  readonly lastTicks: number;
  readonly openTicks: number;
  readonly highTicks: number;
  readonly lowTicks: number;
  readonly volumeLots: bigint;
  readonly turnover: bigint;
  readonly trades: number;
  /** Hourly closes of the last 24 hours, oldest first; hours before the first trade have the opening price. Empty without any trade. */
  readonly sparkTicks: readonly number[];
}

/** Figures from all minutes, as of one minute. */
interface DayScan {
  readonly minute: number;
  readonly openTicks: number;
  highTicks: number;
  lowTicks: number;
  /** Closes of the hours before the last one. */
  readonly hourCloses: readonly number[];
}

/** Folds one market's minutes into the last 24 hours: at most 1,440 small objects, scanned once a minute. */
export class RollingDay {
  #minutes: Candle[] = [];
  #volumeLots = 0n;
  #turnover = 0n;
  #trades = 0;
  #lastTicks = 0;
  /** The close before the oldest minute kept: the day's open. */
  #closeBeforeTicks = 0;
  #scan: DayScan | null = null;

  /** The minutes with trades since a day before the last one, oldest first. */
  get minutes(): readonly Candle[] {
    return this.#minutes;
  }

  /** Adds a minute's candle, or more trades of the last one. */
  add(part: Candle): void {
    const last = this.#minutes.at(-1);
    if (last && last.time === part.time) this.#minutes[this.#minutes.length - 1] = joined(last, part);
    else this.#minutes.push(part);
    this.#volumeLots += part.volumeLots;
    this.#turnover += part.turnover;
    this.#trades += part.trades;
    this.#lastTicks = part.closeTicks;
    this.#forgetBefore(part.time - (minutesPerDay - 1) * minuteMs);
    const scan = this.#scan;
    this.#scan = scan?.minute === part.time && scan.openTicks > 0 ? widened(scan, part) : null;
  }

  figures(now: number): DayFigures {
    const minute = Math.floor(now / minuteMs) * minuteMs;
    if (this.#scan?.minute !== minute) this.#scan = this.#scanMinutes(minute);
    const { openTicks, highTicks, lowTicks, hourCloses } = this.#scan;
    return {
      lastTicks: this.#lastTicks,
      openTicks,
      highTicks,
      lowTicks,
      volumeLots: this.#volumeLots,
      turnover: this.#turnover,
      trades: this.#trades,
      sparkTicks: openTicks === 0 ? [] : [...hourCloses, this.#lastTicks],
    };
  }

  #scanMinutes(minute: number): DayScan {
    this.#forgetBefore(minute - (minutesPerDay - 1) * minuteMs);
    const openTicks = this.#closeBeforeTicks || (this.#minutes[0]?.openTicks ?? 0);
    const scan: DayScan = {
      minute,
      openTicks,
      highTicks: openTicks,
      lowTicks: openTicks,
      hourCloses: this.#hourCloses(minute, openTicks),
    };
    return this.#minutes.reduce(widened, scan);
  }

  #hourCloses(nowMinute: number, openTicks: number): number[] {
    const closes: number[] = [];
    let close = openTicks;
    let next = 0;
    for (let hour = hoursPerDay - 1; hour >= 1; hour--) {
      const endMinute = nowMinute - hour * 60 * minuteMs;
      for (; (this.#minutes[next]?.time ?? Infinity) <= endMinute; next++)
        close = this.#minutes[next]?.closeTicks ?? close;
      closes.push(close);
    }
    return closes;
  }

  #forgetBefore(time: number): void {
    let old = 0;
    for (let minute = this.#minutes[0]; minute && minute.time < time; minute = this.#minutes[++old]) {
      this.#closeBeforeTicks = minute.closeTicks;
      this.#volumeLots -= minute.volumeLots;
      this.#turnover -= minute.turnover;
      this.#trades -= minute.trades;
    }
    if (old > 0) this.#minutes = this.#minutes.slice(old);
  }
}

function widened(scan: DayScan, { highTicks, lowTicks }: Candle): DayScan {
  scan.highTicks = Math.max(scan.highTicks, highTicks);
  scan.lowTicks = Math.min(scan.lowTicks, lowTicks);
  return scan;
}
