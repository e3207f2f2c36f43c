import { multiplyDivideDown } from '@fft/decimal';
import type { PlaceOrder } from '@fft/engine';
import type { Refusal } from '../refusals/refusal.ts';
import { refuse } from './refusals.ts';
import type { OrdersContext } from './orders-context.ts';
import { marketRefusal, type Rejected } from './market-refusal.ts';

type Order = Pick<PlaceOrder, 'market' | 'side' | 'trailTicks' | 'trailBps' | 'activationTicks'>;

/** The refusal of a trailing stop that the engine rejected: prices of its band are around the trigger with which it would begin. */
export function trailRefusal(area: Pick<OrdersContext, 'host'>, order: Order, rejected: Rejected): Refusal {
  const lastTicks = area.host.engine.lastPriceTicks(order.market);
  if (rejected.reason === 'noLiquidity') return refuse('trailNeedsPrice');
  if (rejected.reason !== 'priceOutsideBand') return marketRefusal(area, rejected);
  const stopTicks = startTicks(order, lastTicks);
  if (stopTicks <= 0) return refuse('trailTooLong');
  return marketRefusal(area, { ...rejected, stopTicks });
}

function startTicks({ side, trailTicks = 0, trailBps = 0, activationTicks = 0 }: Order, lastTicks: number): number {
  const isReached = side === 'sell' ? lastTicks >= activationTicks : lastTicks <= activationTicks;
  const from = activationTicks === 0 || (lastTicks > 0 && isReached) ? lastTicks : activationTicks;
  const distance = trailTicks > 0 ? trailTicks : Math.max(1, multiplyDivideDown(from, trailBps, 10_000));
  return side === 'sell' ? from - distance : from + distance;
}
