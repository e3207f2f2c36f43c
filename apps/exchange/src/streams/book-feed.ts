import type { MatchingEngine } from '@fft/engine';
import { formatPrice, formatQuantity, type MarketView } from '../listing/market-view.ts';
import { levelWire, type Level } from '../market-data/wire.ts';
import type { LevelChange } from '../trading/batch-events.ts';

/** Best levels of each side in a snapshot. */
const snapshotLevels = 1_000;

export interface BookPush {
  readonly kind: 'snapshot' | 'diff';
  readonly bids: Level[];
  readonly asks: Level[];
  readonly time: number;
}

/** One market's book as a numbered series of pushes: diff n leads from book n − 1 to book n. */
export class BookFeed {
  #sequence = 0;
  #pending = new Map<string, LevelChange>();

  add(changes: readonly LevelChange[]): void {
    for (const change of changes) this.#pending.set(`${change.side}${change.priceTicks}`, change);
  }

  /** The number of the book that {@link takeDiff} led to last. */
  get sequence(): number {
    return this.#sequence;
  }

  /** Forgets what changed: the next number is that of the engine's book as it is, which readers are sent whole. */
  restart(): void {
    this.#pending = new Map();
    this.#sequence += 1;
  }

  /** What changed since the last call, or null. The engine's book is then book `sequence`. */
  takeDiff(view: MarketView, time: number): BookPush | null {
    if (this.#pending.size === 0) return null;
    const push: BookPush = { kind: 'diff', bids: [], asks: [], time };
    for (const { side, priceTicks, quantityLots } of this.#pending.values()) {
      const quantity = quantityLots === 0 ? '0' : formatQuantity(view, quantityLots);
      (side === 'buy' ? push.bids : push.asks).push([formatPrice(view, priceTicks), quantity]);
    }
    this.#pending = new Map();
    this.#sequence += 1;
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
