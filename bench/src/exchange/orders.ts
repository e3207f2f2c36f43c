/** Who orders; has some of both coins. */
export interface Trader {
  readonly token: string;
}

/** An order of a stream of orders that trade. */
export interface TradersOrder extends Trader {
  readonly side: Side;
}

export type Side = 'buy' | 'sell';

export const roundsOfSide = 100;

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

/** Digits of an order's number in its id: all orders of a run are of one length. */
export const numberDigits = 8;

export function numberText(number: number): string {
  return String(number).padStart(numberDigits, '0');
}

/** A request around the order's number: everything before it, and after it. */
export interface RequestText {
  readonly head: string;
  readonly tail: string;
}

const form = 'application/x-www-form-urlencoded';

/** What an order's HTTP request carries. */
export function orderRequest(
  { token, side }: TradersOrder,
  clientOrderId: string,
): { headers: Record<string, string>; body: string } {
  const body = `lang=en&clientOrderId=${clientOrderId}&symbol=BTC%2FUSDT&side=${side}&type=limit&price=97000.1&quantity=0.0001&selfTrade=cancelOldest`;
  return { headers: { 'content-type': form, 'access-token': token }, body };
}

const placeOfNumber = '#'.repeat(numberDigits);

/** The HTTP request of a run's order as it goes over the wire. */
export function requestText(order: TradersOrder, run: string): RequestText {
  const { headers, body } = orderRequest(order, `${run}-${placeOfNumber}`);
  const named = { host: 'localhost', connection: 'keep-alive', ...headers, 'content-length': String(body.length) };
  const lines = Object.entries(named).map(([name, value]) => `${name}: ${value}\r\n`);
  const [head = '', tail = ''] = `POST /api/trade/create.html HTTP/1.1\r\n${lines.join('')}\r\n${body}`.split(
    placeOfNumber,
  );
  return { head, tail };
}

/** What an accepted order's answer begins with. */
export const acceptedStart = '{"code":200';
