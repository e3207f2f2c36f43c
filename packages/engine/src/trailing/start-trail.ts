import type { Market } from '../markets/market.ts';
import type { Ticket } from '../matching/ticket.ts';
import { trailDistance } from './trail-block.ts';

/** True if the ticket's trailing stop follows at once: it needs no activation price, or the last price has reached it. */
export function followsAtOnce({ isBuy, conditions: { activationTicks } }: Ticket, { lastPriceTicks }: Market): boolean {
  if (lastPriceTicks === 0) return false;
  return activationTicks === 0 || (isBuy ? lastPriceTicks <= activationTicks : lastPriceTicks >= activationTicks);
}

/**
 * The trigger price of the ticket's trailing stop where it begins: at the last price, or at the activation price. Null before the first trade
 * of a market, if there is no activation price. From there the trigger moves in one direction only, up for a sell and down for a buy.
 */
export function startTrigger(ticket: Ticket, market: Market): number | null {
  const { conditions, isBuy } = ticket;
  const from = followsAtOnce(ticket, market) ? market.lastPriceTicks : conditions.activationTicks;
  if (from === 0) return null;
  const distance = trailDistance(conditions, from);
  return isBuy ? from + distance : from - distance;
}
