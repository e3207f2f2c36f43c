import { bandReach, type PlaceOrder } from '@fft/engine';
import type { Refusal } from '../refusals/refusal.ts';
import { refuse } from './refusals.ts';
import type { OrdersContext } from './orders-context.ts';
import { marketRefusal, type Rejected } from './market-refusal.ts';

type Entry = Pick<PlaceOrder, 'market' | 'orderType' | 'priceTicks' | 'stopLossTicks' | 'stopLossLimitTicks'>;

/** The refusal of an order with a bracket that the engine rejected. Its own price comes first; then a leg's is outside the band. */
export function bracketRefusal(area: Pick<OrdersContext, 'host'>, entry: Entry, rejected: Rejected): Refusal {
  if (rejected.reason === 'wouldTriggerAtOnce') return refuse('bracketReached');
  if (rejected.reason !== 'priceOutsideBand') return marketRefusal(area, rejected);
  const { stopLossTicks = 0, stopLossLimitTicks = 0 } = entry;
  const lastTicks = area.host.engine.lastPriceTicks(entry.market);
  const { bandPpm } = rejected.view.rules;
  const isOutside = (ticks: number, centre: number): boolean =>
    ticks > 0 && centre > 0 && Math.abs(ticks - centre) > bandReach(centre, bandPpm);
  if (entry.orderType === 'limit' && isOutside(entry.priceTicks, lastTicks)) return marketRefusal(area, rejected);
  const isLimit = isOutside(stopLossLimitTicks, stopLossTicks);
  const field = isLimit ? 'stopLossLimitPrice' : 'takeProfitPrice';
  return marketRefusal(area, { ...rejected, field, ...(isLimit && { stopTicks: stopLossTicks }) });
}

/** The refusal of an amendment, with the terms that it would have made. */
export function amendRefusal(
  area: Pick<OrdersContext, 'host'>,
  amended: Entry & Pick<PlaceOrder, 'takeProfitTicks'>,
  rejected: Rejected,
): Refusal {
  const { takeProfitTicks = 0, stopLossTicks = 0 } = amended;
  return takeProfitTicks + stopLossTicks > 0 ? bracketRefusal(area, amended, rejected) : marketRefusal(area, rejected);
}
