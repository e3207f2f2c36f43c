import type { Fill } from '@fft/engine';
import { formatPrice, formatQuantity, type MarketView } from '../../ledger/listings/market-view.ts';
import type { Clock } from '../clock.ts';

/** What one taker order traded at one price. Its id is that of its first trade. */
export interface Aggregate {
  readonly first: Fill;
  last: Fill;
  lots: number;
}

/** Joins consecutive fills of one taker order at one price. */
export function aggregated(fills: readonly Fill[]): Aggregate[] {
  const aggregates: Aggregate[] = [];
  for (const fill of fills) {
    const open = aggregates.at(-1);
    if (open?.first.takerOrder === fill.takerOrder && open.first.priceTicks === fill.priceTicks) {
      open.last = fill;
      open.lots += fill.quantityLots;
    } else {
      aggregates.push({ first: fill, last: fill, lots: fill.quantityLots });
    }
  }
  return aggregates;
}

export function aggregateFields(view: MarketView, { first, last, lots }: Aggregate, at: Clock) {
  return {
    a: first.tradeNumber,
    p: formatPrice(view, first.priceTicks),
    q: formatQuantity(view, lots),
    f: first.tradeNumber,
    l: last.tradeNumber,
    T: at(first.time),
    m: first.takerSide === 'sell',
    M: true,
  };
}
