import type { Fill } from '@fft/engine';
import type { BatchEvents } from '../../ledger/replica/batch-events.ts';
import { CandleBoard } from '../candles/candle-board.ts';
import { candleOfFill, candlesOf, type Candle, type MarketCandle } from '../../ledger/projection/candle.ts';
import { FiveMinutes, type TradedPart } from './five-minutes.ts';
import { RollingDay, type DayFigures } from './rolling-day.ts';

/** Number of trades per market that a new reader receives. */
export const tapeLength = 50;

/**
 * The public figures of each market beside its book: the last 24 hours, the latest trades, the running candles. Starts from the tables (`restoreBoard`) and adds
 * batches from there, so that it does not need the whole journal.
 */
export class MarketBoard {
  readonly candles = new CandleBoard();
  #days = new Map<number, RollingDay>();
  #recent = new Map<number, FiveMinutes>();
  #tapes = new Map<number, Fill[]>();
  #restored = 0;

  /** Ignores batches up to this one: the restored figures include them. */
  beginAfter(sequence: number): void {
    this.#restored = sequence;
  }

  /** Takes over another board's figures; the other must not be used any more. */
  replaceWith(other: MarketBoard): void {
    this.candles.replaceWith(other.candles);
    this.#days = other.#days;
    this.#recent = other.#recent;
    this.#tapes = other.#tapes;
    this.#restored = other.#restored;
  }

  add(batch: BatchEvents): void {
    if (batch.sequence <= this.#restored || batch.fills.length === 0) return;
    const trades = batch.fills.map(candleOfFill);
    for (const trade of trades) this.addToRecent(trade.market, trade);
    for (const part of candlesOf('1m', trades)) {
      this.addToDay(part);
      this.candles.add(part, batch.sequence);
    }
    for (const fill of batch.fills) this.addToTape(fill);
  }

  addToDay(minute: MarketCandle): void {
    let day = this.#days.get(minute.market);
    if (!day) this.#days.set(minute.market, (day = new RollingDay()));
    day.add(minute);
  }

  addToRecent(market: number, part: TradedPart): void {
    let recent = this.#recent.get(market);
    if (!recent) this.#recent.set(market, (recent = new FiveMinutes()));
    recent.add(part);
  }

  addToTape(fill: Fill): void {
    let tape = this.#tapes.get(fill.market);
    if (!tape) this.#tapes.set(fill.market, (tape = []));
    tape.push(fill);
    if (tape.length > 2 * tapeLength) tape.splice(0, tape.length - tapeLength);
  }

  day(market: number, time: number): DayFigures {
    return this.#dayOf(market).figures(time);
  }

  /** Joins the minutes that begin in `[from, to)`, within the last day; null if nothing traded in them. */
  within(market: number, from: number, to?: number): Candle | null {
    return this.#dayOf(market).within(from, to);
  }

  /** Counts the trades of the minutes from this time on, within the last day. */
  tradesFrom(market: number, from: number): number {
    return this.#dayOf(market).tradesFrom(from);
  }

  /** The last price before a minute within the last day; null before the first trade. */
  priceBefore(market: number, minute: number): number | null {
    return this.#dayOf(market).priceBefore(minute);
  }

  /** What traded in the five minutes before this time. */
  lastFiveMinutes(market: number, time: number): Pick<TradedPart, 'volumeLots' | 'turnover'> {
    return (this.#recent.get(market) ?? new FiveMinutes()).until(time);
  }

  lastTrade(market: number): Fill | null {
    return this.#tapes.get(market)?.at(-1) ?? null;
  }

  /** Returns the latest trades, newest first. */
  trades(market: number): Fill[] {
    return (this.#tapes.get(market) ?? []).slice(-tapeLength).toReversed();
  }

  #dayOf(market: number): RollingDay {
    return this.#days.get(market) ?? new RollingDay();
  }
}
