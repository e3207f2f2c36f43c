import { RefusedError } from '@fft/client';
import { type CallInput, type calls as allCalls, calls, type Order } from '@fft/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestExchange, type TestCustomer, type TestExchange } from '../../testing/test-exchange.ts';

type Create = CallInput<typeof allCalls.trade.create>;

let exchange: TestExchange;
let anna: TestCustomer;
let li: TestCustomer;
let orders = 0;

beforeAll(async () => {
  exchange = await startTestExchange();
  anna = await exchange.register('anna', 'en');
  li = await exchange.register('li', 'zh');
  for (const who of [anna, li]) {
    await who.call(calls.demo.faucet, { requestId: 'btc', coin: 'BTC', amount: '0.5' });
    await who.call(calls.demo.faucet, { requestId: 'usdt', coin: 'USDT', amount: '45000' });
  }
  await place(anna, { side: 'sell', price: '40000', quantity: '0.001' });
  await place(li, { price: '40000', quantity: '0.001' });
});
afterAll(() => exchange.stop());

function place(who: TestCustomer, fields: Partial<Create>): Promise<Order> {
  orders += 1;
  const common = { clientOrderId: `bracket-${orders}`, symbol: 'BTC/USDT', side: 'buy', type: 'limit' } as const;
  return who.call(calls.trade.create, { ...common, ...fields });
}

async function openOf(who: TestCustomer): Promise<readonly Order[]> {
  return (await who.call(calls.trade.openOrders, {})).items;
}

/** The two legs that are open, and nothing else of the customer. */
async function legsOf(who: TestCustomer, others = 0): Promise<{ stop: Order; profit: Order; quantity: string }> {
  const [stop, profit, ...more] = await openOf(who);
  expect(more).toHaveLength(others);
  if (!stop || !profit) return expect.unreachable('a leg is missing');
  expect(stop.quantity).toBe(profit.quantity);
  return { stop, profit, quantity: profit.quantity ?? '' };
}

async function balancesOf(who: TestCustomer): Promise<Record<string, string>> {
  const { accounts } = await who.call(calls.assets.overview, {});
  return Object.fromEntries(accounts.coin.map(({ coin, usable, frozen }) => [coin, `${usable} + ${frozen}`]));
}

const legs = { takeProfitPrice: '41000', stopLossPrice: '39000' } as const;
const half = { price: '40000', quantity: '0.01' } as const;

test('an entry is answered as itself, and its legs are listed with it as their parent, for whoever filled it', async () => {
  const entry = await place(anna, { ...half, ...legs, stopLossLimitPrice: '38900' });
  expect(entry).toMatchObject({
    state: 'processing',
    takeProfitPrice: '41000.0',
    stopLossPrice: '39000.0',
    stopLossLimitPrice: '38900.0',
  });
  const part = await place(li, { side: 'sell', price: '40000', quantity: '0.004' });
  expect(part).toMatchObject({
    clientOrderId: `bracket-${orders}`,
    side: 'sell',
    state: 'filled',
    quantity: '0.00400',
  });
  const parent = { kind: 'bracket', id: entry.id };
  // The fee left less than the filled 0.004.
  const { stop, profit, quantity } = await legsOf(anna, 1);
  expect(profit).toMatchObject({ parent, side: 'sell', type: 'limit', price: '41000.0', state: 'processing' });
  expect(stop).toMatchObject({ parent, stopPrice: '39000.0', price: '38900.0', waiting: true });
  expect(stop.otherLeg).toBe(profit.clientOrderId);
  expect(Number(quantity)).toBeGreaterThan(0.0039);
  expect(Number(quantity)).toBeLessThan(0.004);

  const rest = await place(li, { side: 'sell', price: '40000', quantity: '0.006' });
  expect(rest).toMatchObject({ side: 'sell', state: 'filled', quantity: '0.00600' });
  const grown = await legsOf(anna);
  expect([grown.profit.id, grown.stop.id]).toEqual([profit.id, stop.id]);
  expect(Number(grown.quantity)).toBeGreaterThan(0.0099);

  const { items } = await anna.call(calls.trade.history, { id: entry.id });
  expect(items).toMatchObject([{ state: 'filled', takeProfitPrice: '41000.0', stopLossPrice: '39000.0' }]);
  const before = await balancesOf(anna);
  await anna.call(calls.trade.cancel, { id: stop.id });
  expect(await openOf(anna)).toEqual([]);
  const after = await balancesOf(anna);
  expect(before['BTC']).toContain(` + ${grown.quantity}`);
  expect(after['BTC']).toMatch(/ \+ 0(\.0+)?$/);
});

test('a take-profit is sold for its price, and ends the stop-loss', async () => {
  await place(li, { side: 'sell', price: '40000', quantity: '0.01' });
  const entry = await place(anna, { type: 'market', quantity: '0.01', ...legs });
  expect(entry).toMatchObject({ state: 'filled', takeProfitPrice: '41000.0' });
  const { stop, quantity } = await legsOf(anna);
  await place(li, { price: '41000', quantity });
  expect(await openOf(anna)).toEqual([]);
  const { items } = await anna.call(calls.trade.history, { id: stop.id });
  expect(items).toMatchObject([{ state: 'cancelled', reason: 'otherLeg', parent: { kind: 'bracket', id: entry.id } }]);
});

test.each<[string, Partial<Create>, { code: number; data?: unknown }]>([
  ['a take-profit below the price', { takeProfitPrice: '39999' }, { code: 2004, data: { field: 'takeProfitPrice' } }],
  ['a stop-loss above the price', { stopLossPrice: '40001' }, { code: 2004, data: { field: 'stopLossPrice' } }],
  ['a limit without a stop-loss', { stopLossPrice: undefined, stopLossLimitPrice: '39000' }, { code: 400 }],
  [
    'a sell whose stop-loss has no limit',
    { side: 'sell', takeProfitPrice: '39000', stopLossPrice: '41000' },
    { code: 400 },
  ],
  ['a price off the tick', { takeProfitPrice: '41000.01' }, { code: 2003 }],
  ['a stop', { stopPrice: '42000', stopDirection: 'rising' }, { code: 400 }],
  ['a trail', { trail: '100' }, { code: 400 }],
  ['an iceberg', { visibleQuantity: '0.001' }, { code: 400 }],
  ['a take-profit outside the band', { takeProfitPrice: '90000' }, { code: 2004, data: { field: 'takeProfitPrice' } }],
  ['a limit outside its band', { stopLossLimitPrice: '10000' }, { code: 2004, data: { field: 'stopLossLimitPrice' } }],
  ['an id of the exchange', { clientOrderId: 'tp:1:1' }, { code: 400 }],
])('%s is refused', async (_what, fields, wanted) => {
  const error = await place(anna, { ...half, ...legs, ...fields }).catch((thrown: unknown) => thrown);
  if (!(error instanceof RefusedError)) return expect.unreachable('the order was accepted');
  const { code, data, message } = error;
  expect({ code, data }).toMatchObject(wanted);
  expect(message).not.toBe('');
});

test('an amended entry keeps its legs, and stays between them', async () => {
  const entry = await place(anna, { ...half, price: '39500', ...legs });
  const amend = (price: string, quantity: string) =>
    anna.call(calls.trade.amend, { id: entry.id, price, quantity }).catch((thrown: unknown) => thrown);
  await place(li, { side: 'sell', price: '39500', quantity: '0.002' });
  const { profit } = await legsOf(anna, 1);
  const prices = { takeProfitPrice: '41000.0', stopLossPrice: '39000.0' };
  expect(await amend('39600', '0.012')).toMatchObject({ id: entry.id, price: '39600.0', filled: '0.00200', ...prices });
  expect(await amend('41000', '0.012')).toMatchObject({ code: 2004, data: { field: 'takeProfitPrice' } });
  expect(await amend('39000', '0.012')).toMatchObject({ code: 2004, data: { field: 'stopLossPrice' } });
  expect(await amend('40000', '0.002')).toMatchObject({ code: 2002 });
  await place(li, { side: 'sell', price: '39600', quantity: '0.01' });
  const grown = await legsOf(anna);
  expect(grown.profit.id).toBe(profit.id);
  expect(Number(grown.quantity)).toBeGreaterThan(0.0119);
  await anna.call(calls.trade.cancel, { id: grown.stop.id });
});
