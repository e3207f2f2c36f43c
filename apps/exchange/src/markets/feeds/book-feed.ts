import type { MatchingEngine } from '@fft/engine';
import { formatPrice, formatQuantity, type MarketView } from '../../ledger/listings/market-view.ts';
import { levelWire, type Level } from '../tickers/wire.ts';
import type { LevelChange } from '../../ledger/replica/batch-events.ts';

/** Number of best levels per side in a snapshot. */
const snapshotLevels = 1_000;

export interface BookPush {
  readonly kind: 'snapshot' | 'diff';
  readonly bids: Level[];
  readonly asks: Level[];
  readonly time: number;
}

/** One market's book as a series of pushes: each diff leads from one book to the next. */
export class BookFeed {
  #pending = new Map<string, LevelChange>();

  add(changes: readonly LevelChange[]): void {
    for (const change of changes) this.#pending.set(`${change.side}${change.priceTicks}`, change);
  }

  /** Discards pending changes: readers receive the engine's current book instead. */
  restart(): void {
    this.#pending = new Map();
  }

  /** Returns the changes since the last call, or null. */
  takeDiff(view: MarketView, time: number): BookPush | null {
    if (this.#pending.size === 0) return null;
    const push: BookPush = { kind: 'diff', bids: [], asks: [], time };
    for (const { side, priceTicks, quantityLots } of this.#pending.values()) {
      const quantity = quantityLots === 0 ? '0' : formatQuantity(view, quantityLots);
      (side === 'buy' ? push.bids : push.asks).push([formatPrice(view, priceTicks), quantity]);
    }
    this.#pending = new Map();
    return push;
  }
}

export function bookSnapshot(view: MarketView, engine: MatchingEngine, time: number): BookPush {
  const { bids, asks } = engine.depth(view.id, snapshotLevels);
  return {
    kind: 'snapshot',
    bids: bids.map((level) => levelWire(view, level)),
    asks: asks.map((level) => levelWire(view, level)),
    time,
  };
}
