import type { Fill } from '@fft/engine';
import type { BatchEvents } from '../trading/batch-events.ts';
import { RollingDay, type DayFigures } from './rolling-day.ts';

/** Trades kept per market for those who come to look. */
const tapeLength = 50;

/** What the public sees of each market beside its book: the last 24 hours and the latest trades. Folded from batches. */
export class MarketBoard {
  readonly #days = new Map<number, RollingDay>();
  readonly #tapes = new Map<number, Fill[]>();

  add(batch: BatchEvents): void {
    for (const fill of batch.fills) {
      let day = this.#days.get(fill.market);
      if (!day) this.#days.set(fill.market, (day = new RollingDay()));
      day.add(fill);
      let tape = this.#tapes.get(fill.market);
      if (!tape) this.#tapes.set(fill.market, (tape = []));
      tape.push(fill);
      if (tape.length > 2 * tapeLength) tape.splice(0, tape.length - tapeLength);
    }
  }

  day(market: number, time: number): DayFigures {
    return (this.#days.get(market) ?? new RollingDay()).figures(time);
  }

  /** The latest trades, newest first. */
  trades(market: number): Fill[] {
    return (this.#tapes.get(market) ?? []).slice(-tapeLength).toReversed();
  }
}
