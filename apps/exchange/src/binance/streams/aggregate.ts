import type { Fill } from '@fft/engine';
import type { MarketView } from '../../ledger/listings/market-view.ts';
import type { TradeAggregate } from '../../markets/index.ts';
import type { Clock } from '../clock.ts';
import { formatPrice, formatQuantity } from '../decimals.ts';

/** Joins consecutive fills of one taker order at one price. */
export function aggregated(fills: readonly Fill[]): readonly TradeAggregate[] {
  const aggregates: TradeAggregate[] = [];
  let taker = 0;
  for (const { takerOrder, tradeNumber, time, takerSide, priceTicks, quantityLots } of fills) {
    const open = aggregates.at(-1);
    if (open?.priceTicks === priceTicks && taker === takerOrder) {
      const lots = open.quantityLots + quantityLots;
      aggregates[aggregates.length - 1] = { ...open, lastTrade: tradeNumber, quantityLots: lots };
    } else {
      aggregates.push({ firstTrade: tradeNumber, lastTrade: tradeNumber, time, takerSide, priceTicks, quantityLots });
    }
    taker = takerOrder;
  }
  return aggregates;
}

/** Its id is that of its first trade. */
export function aggregateFields(view: MarketView, aggregate: TradeAggregate, at: Clock) {
  const { firstTrade, lastTrade, time, takerSide, priceTicks, quantityLots } = aggregate;
  return {
    a: firstTrade,
    p: formatPrice(view, priceTicks),
    q: formatQuantity(view, quantityLots),
    f: firstTrade,
    l: lastTrade,
    T: at(time),
    m: takerSide === 'sell',
    M: true,
  };
}
