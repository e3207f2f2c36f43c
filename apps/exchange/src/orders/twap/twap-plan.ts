/** A TWAP order in the ledger's integers. */
export interface TwapTerms {
  readonly market: number;
  readonly side: 'buy' | 'sell';
  readonly style: 'market' | 'limit';
  readonly totalLots: number;
  /** 0 for none. */
  readonly worstTicks: number;
  readonly orders: number;
  readonly durationMs: number;
}

export const intervalOf = ({ durationMs, orders }: Pick<TwapTerms, 'durationMs' | 'orders'>): number =>
  Math.floor(durationMs / orders);

/**
 * The next order's size: what is left, spread over the parts that are left, so that what earlier ones couldn't trade is caught up. It is at most twice an
 * equal part, and never more than what is left.
 */
export function nextLots(
  { totalLots, orders }: Pick<TwapTerms, 'totalLots' | 'orders'>,
  { done, filledLots }: { readonly done: number; readonly filledLots: number },
): number {
  const left = Math.max(0, totalLots - filledLots);
  const parts = Math.max(1, orders - done);
  return Math.min(left, Math.ceil(left / parts), 2 * Math.ceil(totalLots / orders));
}

/**
 * When the next part is due: on the plan's times while it keeps to them. After a standstill the plan moves on with it, so that two parts are never closer
 * than half an interval.
 */
export function nextTime(dueAt: number, sentAt: number, intervalMs: number): number {
  return Math.max(dueAt + intervalMs, sentAt + Math.ceil(intervalMs / 2));
}

/** When a part is due by the plan as it was made, whatever has held it up since. */
export function plannedTime(created: number, done: number, terms: Pick<TwapTerms, 'durationMs' | 'orders'>): number {
  return created + done * intervalOf(terms);
}

interface Best {
  readonly bid: number | undefined;
  readonly ask: number | undefined;
}

/**
 * An order's limit price, or why there is none now. One that takes is at the worst price that the market's own protection and the customer allow; one that
 * rests is at the best price of its side.
 */
export function priceOf(
  { side, style, worstTicks }: Pick<TwapTerms, 'side' | 'style' | 'worstTicks'>,
  { bid, ask }: Best,
  /** The furthest price that a market order may reach from a best price. */
  reach: (bestTicks: number) => number,
): number | 'noLiquidity' | 'worstPrice' {
  const isBuy = side === 'buy';
  const best = (style === 'market') === isBuy ? ask : bid;
  if (best === undefined) return 'noLiquidity';
  const worst = worstTicks === 0 ? null : worstTicks;
  if (style === 'limit') {
    // A resting order waits at the worst price while the market is beyond it.
    return worst === null ? best : isBuy ? Math.min(best, worst) : Math.max(best, worst);
  }
  if (worst !== null && (isBuy ? best > worst : best < worst)) return 'worstPrice';
  const furthest = reach(best);
  return worst === null ? furthest : isBuy ? Math.min(furthest, worst) : Math.max(furthest, worst);
}

interface Purse {
  readonly lots: number;
  /** The worst price that the part allows, and the best of the book. */
  readonly boundTicks: number;
  readonly bestTicks: number;
  /** Free quote units. */
  readonly free: number;
  readonly unitsPerTickLot: number;
}

/**
 * The limit of a part that buys at once. An order freezes its quantity at its limit, so where the money is too short for the worst price, the limit is what the
 * money pays for. Below the best price it is too short for the part itself.
 */
export function paidTicks({ lots, boundTicks, bestTicks, free, unitsPerTickLot }: Purse): number {
  const paid = Number(BigInt(free) / (BigInt(lots) * BigInt(unitsPerTickLot)));
  return Math.min(boundTicks, Math.max(bestTicks, paid));
}
