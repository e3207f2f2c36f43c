import { joined, type Candle } from '../../ledger/projection/candle.ts';
import { closeBefore, tradesFrom, windowCandle } from './window-candle.ts';

const minuteMs = 60_000;
const minutesPerDay = 1_440;
const dayMs = minutesPerDay * minuteMs;
const hoursPerDay = 24;
/** Minutes are kept for longer than a day, as streams show a whole day's candle a moment after its end. */
export const keptMs = dayMs + 10 * minuteMs;

/**
 * A market's figures over the last 24 hours, in ledger integers: those of the trades within them. Without any, all prices are the last one. Prices are 0
 * before the first trade.
 */
export interface DayFigures {
  readonly lastTicks: number;
  /** The first trade's price. */
  readonly openTicks: number;
  readonly highTicks: number;
  readonly lowTicks: number;
  readonly volumeLots: bigint;
  readonly turnover: bigint;
  readonly trades: number;
  /** Hourly closes of the last 24 hours, oldest first; hours before the market's first trade have its price. Empty without any trade. */
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

/** The start of the day that ends with the minute of this time. */
function dayStart(time: number): number {
  return Math.floor(time / minuteMs) * minuteMs - (dayMs - minuteMs);
}

/** Folds one market's minutes into the last 24 hours: at most 1,450 small objects, scanned once a minute. */
export class RollingDay {
  #minutes: Candle[] = [];
  /** The place of the day's first minute; those before it are kept for a while. */
  #first = 0;
  #volumeLots = 0n;
  #turnover = 0n;
  #trades = 0;
  #lastTicks = 0;
  /** The close before the oldest minute kept; 0 without one. */
  #closeBeforeTicks = 0;
  #scan: DayScan | null = null;

  /** Adds a minute's candle, or more trades of the last one. */
  add(part: Candle): void {
    const last = this.#minutes.at(-1);
    if (last && last.time === part.time) this.#minutes[this.#minutes.length - 1] = joined(last, part);
    else this.#minutes.push(part);
    this.#volumeLots += part.volumeLots;
    this.#turnover += part.turnover;
    this.#trades += part.trades;
    this.#lastTicks = part.closeTicks;
    // A day without trades is flat at a price that this part may not have.
    const isFlat = this.#trades === part.trades;
    this.#beginAt(dayStart(part.time));
    const scan = this.#scan;
    this.#scan = scan?.minute === part.time && !isFlat ? widened(scan, part) : null;
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

  /** Joins the minutes that begin in `[from, to)`, within the last day; null if nothing traded in them. */
  within(from: number, to?: number): Candle | null {
    return windowCandle(this.#minutes, from, to);
  }

  /** Counts the trades of the minutes from this time on. */
  tradesFrom(from: number): number {
    return tradesFrom(this.#minutes, from);
  }

  /** The last price before a minute within the last day; null before the first trade. */
  priceBefore(minute: number): number | null {
    return closeBefore(this.#minutes, minute) ?? (this.#closeBeforeTicks || null);
  }

  #scanMinutes(minute: number): DayScan {
    this.#beginAt(dayStart(minute));
    const first = this.#minutes[this.#first];
    const openTicks = first?.openTicks ?? this.#lastTicks;
    const scan: DayScan = {
      minute,
      openTicks,
      highTicks: openTicks,
      lowTicks: openTicks,
      hourCloses: this.#hourCloses(minute, this.priceBefore(dayStart(minute)) ?? openTicks),
    };
    for (let place = this.#first; place < this.#minutes.length; place += 1) {
      const candle = this.#minutes[place];
      if (candle) widened(scan, candle);
    }
    return scan;
  }

  #hourCloses(nowMinute: number, priceBefore: number): number[] {
    const closes: number[] = [];
    let close = priceBefore;
    let next = this.#first;
    for (let hour = hoursPerDay - 1; hour >= 1; hour--) {
      const endMinute = nowMinute - hour * 60 * minuteMs;
      for (; (this.#minutes[next]?.time ?? Infinity) <= endMinute; next++)
        close = this.#minutes[next]?.closeTicks ?? close;
      closes.push(close);
    }
    return closes;
  }

  /** Moves the day's start, and forgets what is older than any reader asks for. */
  #beginAt(time: number): void {
    for (let minute = this.#minutes[this.#first]; minute && minute.time < time;) {
      this.#volumeLots -= minute.volumeLots;
      this.#turnover -= minute.turnover;
      this.#trades -= minute.trades;
      minute = this.#minutes[++this.#first];
    }
    const keptFrom = time - (keptMs - dayMs);
    let old = 0;
    for (let minute = this.#minutes[0]; minute && minute.time < keptFrom; minute = this.#minutes[++old]) {
      this.#closeBeforeTicks = minute.closeTicks;
    }
    if (old === 0) return;
    this.#minutes = this.#minutes.slice(old);
    this.#first -= old;
  }
}

function widened(scan: DayScan, { highTicks, lowTicks }: Candle): DayScan {
  scan.highTicks = Math.max(scan.highTicks, highTicks);
  scan.lowTicks = Math.min(scan.lowTicks, lowTicks);
  return scan;
}
