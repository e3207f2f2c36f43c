import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { calls, type CallInput } from '@fft/contract';
import type { ApiCustomer } from '../people/api-customer.ts';

export const symbol = 'BTC/USDT';
const middle = 97_000;

/** Settings that let one customer change the book many times a second, and make the server publish each change. */
export const burstEnv = { ORDERS_PER_10S: '100000', STREAM_BEAT_MS: '20' } as const;

/** Funds a customer and places the customer's orders on both sides of the book. */
export async function fillBook(maker: ApiCustomer): Promise<void> {
  await maker.receive('USDT', '40000');
  await maker.receive('BTC', '0.4');
  for (let step = 1; step <= 12; step += 1) {
    const quantity = `0.0${10 + step}`;
    await maker.place({ symbol, side: 'buy', type: 'limit', price: String(middle - step), quantity });
    await maker.place({ symbol, side: 'sell', type: 'limit', price: String(middle + step), quantity });
  }
}

export interface Burst {
  readonly seconds: number;
  readonly changesPerSecond: number;
}

/** Changes the book at an even rate: each change cancels an order and places one. Returns the number of changes. */
export async function changeBook(maker: ApiCustomer, { seconds, changesPerSecond }: Burst): Promise<number> {
  const begun = performance.now();
  const sent: Promise<void>[] = [];
  let made = 0;
  let current: { readonly clientOrderId: string; readonly placed: Promise<unknown> } | null = null;
  const count = (): void => {
    made += 1;
  };
  for (let change = 0; change < seconds * changesPerSecond; change += 1) {
    const wait = begun + (change * 1000) / changesPerSecond - performance.now();
    if (wait > 0) await delay(wait);
    if (current === null) {
      const order = orderOf(change / 2);
      const placed = maker.client.call(calls.trade.create, order);
      current = { clientOrderId: order.clientOrderId, placed };
      sent.push(placed.then(count));
    } else {
      const { clientOrderId, placed } = current;
      current = null;
      sent.push(placed.then(() => maker.client.call(calls.trade.cancel, { clientOrderId })).then(count));
    }
  }
  await Promise.all(sent);
  return made;
}

/** An order near the middle, on alternating sides. The maker can fund 250 such orders at a time if cancels are late. */
function orderOf(place: number): CallInput<typeof calls.trade.create> & { readonly clientOrderId: string } {
  const [side, price] =
    place % 2 === 0 ? (['buy', middle - 1 - (place % 5)] as const) : (['sell', middle + 1 + (place % 5)] as const);
  return {
    clientOrderId: randomUUID(),
    symbol,
    side,
    type: 'limit',
    price: String(price),
    quantity: `0.001${place % 10}`,
  };
}
