import type { Market } from '../markets/market.ts';
import type { Ticket } from '../matching/ticket.ts';
import type { Rejection } from '../rejection.ts';
import { hasOrderRules } from './bounds.ts';
import { bandReach } from './price-band.ts';

/** The legs that the ticket's order has. */
export function legCount({ hasBracket, conditions }: Ticket): number {
  if (!hasBracket) return 0;
  return (conditions.takeProfitTicks > 0 ? 1 : 0) + (conditions.stopLossTicks > 0 ? 1 : 0);
}

/** True if the order's price is between those of its legs. */
export function areLegsBeyond({ isBuy, priceTicks, conditions }: Ticket): boolean {
  const { takeProfitTicks, stopLossTicks } = conditions;
  const [lowest, highest] = isBuy ? [stopLossTicks, takeProfitTicks] : [takeProfitTicks, stopLossTicks];
  return priceTicks > lowest && (highest === 0 || priceTicks < highest);
}

/** True if the last price has reached the stop-loss or, for a market order, the take-profit: its fills would be sold at once. */
export function isBracketReached({ isBuy, isLimit, conditions }: Ticket, { lastPriceTicks }: Market): boolean {
  const { takeProfitTicks, stopLossTicks } = conditions;
  if (lastPriceTicks === 0) return false;
  if (stopLossTicks > 0 && (isBuy ? lastPriceTicks <= stopLossTicks : lastPriceTicks >= stopLossTicks)) return true;
  if (isLimit || takeProfitTicks === 0) return false;
  return isBuy ? lastPriceTicks >= takeProfitTicks : lastPriceTicks <= takeProfitTicks;
}

/** The market's limits on the legs' notional, were the whole quantity filled; a stop-loss at market counts at its trigger price. A market buy by amount has none. */
export function legNotionalRejection({ quantityLots, conditions }: Ticket, { rules }: Market): Rejection | null {
  if (quantityLots === 0) return null;
  const { takeProfitTicks, stopLossTicks, stopLossLimitTicks } = conditions;
  const stopLoss = stopLossLimitTicks || (hasOrderRules(rules) ? stopLossTicks : 0);
  const notionals = [takeProfitTicks, stopLoss].map((ticks) => ticks * quantityLots * rules.unitsPerTickLot);
  if (notionals.some((notional) => notional > 0 && notional < rules.minNotional)) return 'notionalTooSmall';
  return notionals.some((notional) => notional > rules.maxNotional) ? 'notionalTooLarge' : null;
}

/** The band of the take-profit is around the last price, that of the stop-loss's limit price around its trigger price. */
export function isLegOutsideBand({ conditions }: Ticket, { rules, lastPriceTicks }: Market): boolean {
  const { takeProfitTicks, stopLossTicks, stopLossLimitTicks } = conditions;
  return (
    isOutside(takeProfitTicks, lastPriceTicks, rules.bandPpm) ||
    isOutside(stopLossLimitTicks, stopLossTicks, rules.bandPpm)
  );
}

function isOutside(priceTicks: number, centreTicks: number, bandPpm: number): boolean {
  if (priceTicks === 0 || centreTicks === 0 || bandPpm === 0) return false;
  return Math.abs(priceTicks - centreTicks) > bandReach(centreTicks, bandPpm);
}
