import { calls } from '@fft/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestExchange, type TestCustomer, type TestExchange } from '../../../testing/test-exchange.ts';

const hourMs = 3_600_000;

const minuteMs = 60_000;

let clock: number;
let exchange: TestExchange;
let anna: TestCustomer;
let bob: TestCustomer;
let li: TestCustomer;
let trades = 0;

beforeAll(async () => {
  clock = Date.now();
  exchange = await startTestExchange({}, () => clock);
  anna = await exchange.register('anna', 'en');
  bob = await exchange.register('bob', 'en');
  li = await exchange.register('li', 'zh');
  await bob.call(calls.demo.faucet, { requestId: 'btc', coin: 'BTC', amount: '0.002' });
  await li.call(calls.demo.faucet, { requestId: 'usdt', coin: 'USDT', amount: '1000' });
});
afterAll(() => exchange.stop());

/** Bob sells a little to Li, which sets the last price. */
async function tradeAt(price: string): Promise<void> {
  const order = { symbol: 'BTC/USDT', type: 'limit', price, quantity: '0.001' } as const;
  trades += 1;
  await bob.call(calls.trade.create, { ...order, clientOrderId: `s${trades}`, side: 'sell' });
  await li.call(calls.trade.create, { ...order, clientOrderId: `b${trades}`, side: 'buy' });
}

/** Keeps a session alive, as sessions end when they are unused for long. */
async function pass(ms: number): Promise<void> {
  for (let left = ms; left > 0; left -= 10 * minuteMs) {
    clock += Math.min(left, 10 * minuteMs);
    for (const who of [anna, bob, li]) await who.call(calls.assets.overview, {});
  }
}

const worth = (who: TestCustomer) => who.call(calls.assets.worth, {});

test('a customer who never held anything has a flat day', async () => {
  const { points, gain, change } = await worth(await exchange.register('zoe', 'en'));
  expect(points).toHaveLength(25);
  expect(new Set(points.map(({ total }) => total))).toEqual(new Set(['0.000000']));
  expect([gain, change]).toEqual(['0.000000', null]);
});

test('deposits and transfers are no gain; price changes and fees are', async () => {
  await tradeAt('40000');
  await pass(2 * minuteMs);
  await anna.call(calls.demo.faucet, { requestId: 'btc', coin: 'BTC', amount: '0.5' });
  await pass(3 * hourMs);
  await anna.call(calls.demo.faucet, { requestId: 'usdt', coin: 'USDT', amount: '960' });
  const move = { requestId: 'move', coin: 'USDT', from: 'coin', to: 'fiat', amount: '500' } as const;
  await anna.call(calls.transfer.submit, move);
  await tradeAt('44000');

  const { points, gain, change } = await worth(anna);
  expect(points.map(({ time }) => time)).toEqual(Array.from({ length: 25 }, (_, hour) => clock - (24 - hour) * hourMs));
  expect(points.slice(-4).map(({ total }) => Number(total))).toEqual([0, 20_000, 20_000, 22_960]);
  // 2,000 more than the 20,960 that came in.
  expect([gain, change]).toEqual(['2000.000000', '0.095419']);

  // Bob sold the first coins before anything had a price; each sale costs 0.08 %.
  const bobs = await worth(bob);
  expect(Number(bobs.points.at(-1)?.total)).toBeCloseTo(84 * 0.9992, 3);
  expect(Number(bobs.points.at(-2)?.total)).toBeCloseTo(40 + 40 * 0.9992, 3);
  // Li bought for 40 of their 1,000, with a fee of 0.1 % in the bought coin, and then for 44.
  const lis = await worth(li);
  expect(lis.points.slice(-4).map(({ total }) => Number(total))).toEqual([999.96, 999.96, 999.96, 1003.912]);
});
