/** A customer with balances in both coins. */
export interface Trader {
  readonly token: string;
  /** An API key, where a load needs one: its HMAC secret, or its private key in PEM. */
  readonly key?: { readonly id: string; readonly secret: string };
}

/** An order in a stream of orders that trade. */
export interface TradersOrder extends Trader {
  readonly side: Side;
}

export type Side = 'buy' | 'sell';

export const roundsOfSide = 100;

/**
 * Chooses the trader and side of an order. Sellers and buyers alternate at one price, so the book stays small. Everyone sells for a while, then
 * buys for a while, so no one runs out of coins: `rounds` turns, of which a load that ends in between leaves the balances apart.
 */
export function turnOf(traders: readonly Trader[], count: number, rounds = roundsOfSide): TradersOrder {
  const index = count % traders.length;
  const trader = traders[index];
  if (!trader) throw new Error('a load needs traders');
  const round = (count - index) / traders.length;
  return { ...trader, side: (index + Math.floor(round / rounds)) % 2 === 0 ? 'sell' : 'buy' };
}

/** Digits of an order's number in its id, so that all requests of a run have the same length. */
export const numberDigits = 8;

export function numberText(number: number): string {
  return String(number).padStart(numberDigits, '0');
}

/** The text of a request before and after the order's number. */
export interface RequestText {
  readonly head: string;
  readonly tail: string;
}

const form = 'application/x-www-form-urlencoded';

/** The body of an order's HTTP request. */
export function orderRequest(
  { token, side }: TradersOrder,
  clientOrderId: string,
): { headers: Record<string, string>; body: string } {
  const body = `lang=en&clientOrderId=${clientOrderId}&symbol=BTC%2FUSDT&side=${side}&type=limit&price=97000.1&quantity=0.0001&selfTrade=cancelOldest`;
  return { headers: { 'content-type': form, 'access-token': token }, body };
}

const placeOfNumber = '#'.repeat(numberDigits);

/** An order's HTTP request as sent over the wire. */
export function requestText(order: TradersOrder, run: string): RequestText {
  const { headers, body } = orderRequest(order, `${run}-${placeOfNumber}`);
  const named = { host: 'localhost', connection: 'keep-alive', ...headers, 'content-length': String(body.length) };
  const lines = Object.entries(named).map(([name, value]) => `${name}: ${value}\r\n`);
  const [head = '', tail = ''] = `POST /api/trade/create.html HTTP/1.1\r\n${lines.join('')}\r\n${body}`.split(
    placeOfNumber,
  );
  return { head, tail };
}

/** The start of an accepted order's response. */
export const acceptedStart = '{"code":200';
