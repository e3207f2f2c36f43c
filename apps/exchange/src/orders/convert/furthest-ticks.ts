import { bandReach } from '@fft/engine';
import { maxPrintableTicks, type MarketView } from '../../ledger/listings/market-view.ts';
import type { EngineHost } from '../../ledger/replica/engine-host.ts';
import { worstTicksOf } from './figures.ts';

/** The worst price that an order from this best price may reach now: within the market's band and collar, as for a market order. */
export function furthestTicks(
  { engine }: Pick<EngineHost, 'engine'>,
  view: MarketView,
  side: 'buy' | 'sell',
  bestTicks: number,
): number {
  const { bandPpm, collarPpm } = view.rules;
  const [last, highest] = [engine.lastPriceTicks(view.id), maxPrintableTicks(view)];
  const reach = bandPpm === 0 || last === 0 ? highest : bandReach(last, bandPpm);
  const band = { low: last - reach, high: Math.min(last + reach, highest) };
  return worstTicksOf(side, { bestTicks, collarPpm, band });
}
