/** How a stream of orders that trade is made: sellers and buyers take turns at one price, so that the book stays small. */
export interface Trader {
  readonly token: string;
  readonly side: 'buy' | 'sell';
}

const form = 'application/x-www-form-urlencoded';

/** The HTTP request of order number `count` of a run. */
export function orderRequest(trader: Trader, clientOrderId: string): { headers: Record<string, string>; body: string } {
  const { token, side } = trader;
  const body = `lang=en&clientOrderId=${clientOrderId}&symbol=BTC%2FUSDT&side=${side}&type=limit&price=97000.1&quantity=0.0001`;
  return { headers: { 'content-type': form, 'access-token': token }, body };
}
