import { calls } from '@fft/contract';
import { askBinance, signedQuery, type Query } from '../../test-binance.ts';
import type { SignatureFuzzResult } from './fuzz-signatures.ts';
import { makeKey, registerByMail } from './make-keys.ts';
import type { FuzzKey } from './signed-parts.ts';

/** Two customers at a market: one whose requests are fuzzed, and one whose offer the sound orders take. */
export interface FuzzScene {
  readonly keys: readonly [FuzzKey, FuzzKey];
  /** Of the other customer. */
  readonly strange: FuzzKey;
  /** Compares both customers' orders and trades with the sound requests. Returns the differences. */
  judge(result: Pick<SignatureFuzzResult, 'placed' | 'perhapsPlaced'>): Promise<string[]>;
}

const symbol = 'BTCUSDT';
const pageSize = 1_000;

export async function makeFuzzScene(url: string): Promise<FuzzScene> {
  const [anna, eve] = [await registerByMail(url, 'anna'), await registerByMail(url, 'eve')];
  await anna.call(calls.demo.faucet, { requestId: 'funds', coin: 'USDT', amount: '90000' });
  await eve.call(calls.demo.faucet, { requestId: 'funds', coin: 'BTC', amount: '1' });
  const [hmac, strange] = [await makeKey(url, anna, 'anna', 'hmac'), await makeKey(url, eve, 'eve', 'hmac')];
  const offer = { symbol, side: 'SELL', type: 'LIMIT', timeInForce: 'GTC', price: '50000', quantity: '1' };
  await ask(url, strange, { method: 'POST', path: 'order', query: { ...offer, newClientOrderId: 'offer' } });
  return {
    keys: [hmac, await makeKey(url, anna, 'anna', 'ed25519')],
    strange,
    judge: async ({ placed, perhapsPlaced }) => {
      const orders = await allOf<PlacedOrder>(url, hmac, { path: 'allOrders', from: 'orderId' });
      const trades = await allOf<Trade>(url, hmac, { path: 'myTrades', from: 'fromId' });
      const theirs = await allOf<PlacedOrder>(url, strange, { path: 'allOrders', from: 'orderId' });
      const open = (await ask(url, hmac, { path: 'openOrders', query: { symbol } })) as PlacedOrder[];
      const names = new Map(orders.map(({ orderId, clientOrderId }) => [orderId, clientOrderId]));
      const ordered = [...names.values()];
      const traded = [...new Set(trades.map(({ orderId }) => names.get(orderId) ?? `order ${orderId}`))];
      const allowed = [...placed, ...perhapsPlaced];
      return [
        ...others('an order of no sound request', ordered, allowed),
        ...others('a trade of no sound request', traded, allowed),
        ...others('a sound request without its order', placed, ordered),
        ...others('a sound request without its trade', placed, traded),
        ...others('an open order', idsOf(open), []),
        ...others('an order of the other customer', idsOf(theirs), ['offer']),
      ];
    },
  };
}

interface PlacedOrder {
  readonly orderId: number;
  readonly clientOrderId: string;
}

interface Trade {
  readonly id: number;
  readonly orderId: number;
}

function idsOf(orders: readonly PlacedOrder[]): string[] {
  return orders.map(({ clientOrderId }) => clientOrderId);
}

/** The ids that are not among the known ones. */
function others(what: string, ids: readonly string[], known: readonly string[]): string[] {
  const all = new Set(known);
  return ids.filter((id) => !all.has(id)).map((id) => `${what}: ${id}`);
}

interface Asked {
  readonly method?: 'GET' | 'POST';
  readonly path: string;
  readonly query: Query;
}

async function ask(url: string, key: FuzzKey, { method = 'GET', path, query }: Asked): Promise<unknown> {
  const { status, body } = await askBinance(url, `/api/v3/${path}`, {
    method,
    query: signedQuery(key, { ...query, recvWindow: 60_000 }),
    headers: { 'x-mbx-apikey': key.id },
  });
  if (status !== 200) throw new Error(`${path} answered ${status}: ${JSON.stringify(body)}`);
  return body;
}

interface List {
  readonly path: string;
  /** The parameter with the number from which a page begins. */
  readonly from: string;
}

async function allOf<T extends { readonly orderId: number; readonly id?: number }>(
  url: string,
  key: FuzzKey,
  { path, from }: List,
): Promise<T[]> {
  const all: T[] = [];
  for (let next = 0; ;) {
    const page = (await ask(url, key, { path, query: { symbol, [from]: next, limit: pageSize } })) as T[];
    all.push(...page);
    const last = page.at(-1);
    if (last === undefined || page.length < pageSize) return all;
    next = (last.id ?? last.orderId) + 1;
  }
}
