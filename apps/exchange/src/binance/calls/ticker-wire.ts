import type { MatchingEngine } from '@fft/engine';
import type { MarketView } from '../../ledger/listings/market-view.ts';
import type { Clock } from '../clock.ts';
import { formatLevel } from '../decimals.ts';
import { miniFields, windowFields, type Figures } from '../streams/ticker-figures.ts';
import type { NamedMarket } from '../symbols.ts';

/** A window's prices and volumes. */
export function windowTicker({ view, symbol }: NamedMarket, figures: Figures, at: Clock) {
  const { o, h, l, c, v, q } = miniFields(view, figures);
  return {
    symbol,
    openPrice: o,
    highPrice: h,
    lowPrice: l,
    lastPrice: c,
    volume: v,
    quoteVolume: q,
    openTime: at(figures.openTime),
    closeTime: at(figures.closeTime),
    firstId: figures.firstTrade,
    lastId: figures.lastTrade,
    count: figures.trades,
  };
}

/** How the price moved in the window. */
export function changeFields({ view }: NamedMarket, figures: Figures) {
  const { p, P, w } = windowFields(view, figures);
  return { priceChange: p, priceChangePercent: P, weightedAvgPrice: w };
}

/** The best prices and their quantities. */
export function bestPrices(view: MarketView, engine: Pick<MatchingEngine, 'depth'>) {
  const { bids, asks } = engine.depth(view.id, 1);
  const [bidPrice, bidQty] = formatLevel(view, bids[0] ?? [0, 0]);
  const [askPrice, askQty] = formatLevel(view, asks[0] ?? [0, 0]);
  return { bidPrice, bidQty, askPrice, askQty };
}
