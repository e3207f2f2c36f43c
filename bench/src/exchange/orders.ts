/** Who orders; has some of both coins. */
export interface Trader {
  readonly token: string;
}

/** An order of a stream of orders that trade. */
export interface TradersOrder extends Trader {
  readonly side: 'buy' | 'sell';
}

const roundsOfSide = 100;

/**
 * Whose turn it is, and what he does: sellers and buyers take turns at one price, so that the book stays small, and everybody sells for a while and
 * buys for a while, so that nobody ever runs out of what he sells.
 */
export function turnOf(traders: readonly Trader[], count: number): TradersOrder {
  const index = count % traders.length;
  const trader = traders[index];
  if (!trader) throw new Error('a load needs traders');
  const round = (count - index) / traders.length;
  return { ...trader, side: (index + Math.floor(round / roundsOfSide)) % 2 === 0 ? 'sell' : 'buy' };
}

const form = 'application/x-www-form-urlencoded';

/** The HTTP request of order number `count` of a run. */
export function orderRequest(
  order: TradersOrder,
  clientOrderId: string,
): { headers: Record<string, string>; body: string } {
  const { token, side } = order;
  const body = `lang=en&clientOrderId=${clientOrderId}&symbol=BTC%2FUSDT&side=${side}&type=limit&price=97000.1&quantity=0.0001&selfTrade=cancelOldest`;
  return { headers: { 'content-type': form, 'access-token': token }, body };
}
