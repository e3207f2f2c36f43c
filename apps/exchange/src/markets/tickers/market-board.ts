import type { Fill } from '@fft/engine';
import type { BatchEvents } from '../../ledger/replica/batch-events.ts';
import { CandleBoard } from '../candles/candle-board.ts';
import { candleOfFill, candlesOf, type Candle, type MarketCandle } from '../../ledger/projection/candle.ts';
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
    this.#tapes = other.#tapes;
    this.#restored = other.#restored;
  }

  add(batch: BatchEvents): void {
    if (batch.sequence <= this.#restored || batch.fills.length === 0) return;
    for (const part of candlesOf('1m', batch.fills.map(candleOfFill))) {
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

  addToTape(fill: Fill): void {
    let tape = this.#tapes.get(fill.market);
    if (!tape) this.#tapes.set(fill.market, (tape = []));
    tape.push(fill);
    if (tape.length > 2 * tapeLength) tape.splice(0, tape.length - tapeLength);
  }

  day(market: number, time: number): DayFigures {
    return (this.#days.get(market) ?? new RollingDay()).figures(time);
  }

  /** Returns the minutes with trades since a day before the last one, oldest first. */
  minutes(market: number): readonly Candle[] {
    return this.#days.get(market)?.minutes ?? [];
  }

  lastTrade(market: number): Fill | null {
    return this.#tapes.get(market)?.at(-1) ?? null;
  }

  /** Returns the latest trades, newest first. */
  trades(market: number): Fill[] {
    return (this.#tapes.get(market) ?? []).slice(-tapeLength).toReversed();
  }
}
