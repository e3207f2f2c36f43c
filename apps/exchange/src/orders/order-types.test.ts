import { RefusedError } from '@fft/client';
import { calls, type CallInput, type Order } from '@fft/contract';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { startTestExchange, type TestCustomer, type TestExchange } from '../../testing/test-exchange.ts';

type Create = CallInput<typeof calls.trade.create>;

let clock: number;
let exchange: TestExchange;
let anna: TestCustomer;
let li: TestCustomer;
let orders = 0;

beforeAll(async () => {
  clock = Date.now();
  exchange = await startTestExchange({}, () => clock);
  anna = await exchange.register('anna', 'en');
  li = await exchange.register('li', 'zh');
  for (const who of [anna, li]) {
    await who.call(calls.demo.faucet, { requestId: 'btc', coin: 'BTC', amount: '0.5' });
    await who.call(calls.demo.faucet, { requestId: 'usdt', coin: 'USDT', amount: '45000' });
  }
  await tradeAt('40000');
});
afterAll(() => exchange.stop());

const order = (fields: Partial<Create>): Create => ({
  clientOrderId: `types-${++orders}`,
  symbol: 'BTC/USDT',
  side: 'buy',
  type: 'limit',
  ...fields,
});
const place = (who: TestCustomer, fields: Partial<Create>): Promise<Order> =>
  who.call(calls.trade.create, order(fields));
const small = { quantity: '0.001' };

/** Makes this the last price. */
async function tradeAt(price: string): Promise<void> {
  await place(anna, { side: 'sell', price, ...small });
  expect(await place(li, { price, ...small })).toMatchObject({ state: 'filled' });
}

async function orderOf(who: TestCustomer, { id }: Order): Promise<Order> {
  const { items } = await who.call(calls.trade.history, { id });
  const [found] = items;
  return found ?? expect.unreachable('the order is nowhere');
}

async function refusal(call: Promise<unknown>): Promise<{ code: number; info: string; data: unknown }> {
  const error = await call.catch((thrown: unknown) => thrown);
  if (!(error instanceof RefusedError)) return expect.unreachable('the call was not refused');
  return { code: error.code, info: error.message, data: error.data };
}

describe('a stop order', () => {
  test('a stop order waits outside the book until a trade reaches its price, then enters as its own type', async () => {
    const stop = { side: 'sell', stopPrice: '39000', stopDirection: 'falling', ...small } as const;
    const limit = await place(anna, { ...stop, price: '38900' });
    expect(limit).toMatchObject({ state: 'processing', waiting: true, stopPrice: '39000.0', stopDirection: 'falling' });
    const market = await place(anna, { ...stop, type: 'market' });
    expect(market).toMatchObject({ type: 'market', waiting: true });
    const { asks } = await anna.call(calls.trade.depth, { symbol: 'BTC/USDT' });
    expect(asks).toEqual([]);
    expect((await anna.call(calls.trade.openOrders, {})).items.map(({ waiting }) => waiting)).toEqual([true, true]);

    await place(li, { price: '38950', quantity: '0.002' });
    await tradeAt('39000');
    // The market order sold to the best bid, and the limit order too.
    expect(await orderOf(anna, limit)).toMatchObject({ state: 'filled', waiting: false });
    expect(await orderOf(anna, market)).toMatchObject({ state: 'filled', waiting: false });
  });

  test('a stop order is refused if its price is already reached or half of it is missing', async () => {
    await tradeAt('40000');
    const past = { price: '41000', stopPrice: '39500', stopDirection: 'rising', ...small } as const;
    expect((await refusal(place(anna, past))).info).toMatch(/immediately/);
    expect((await refusal(place(li, past))).info).toMatch(/触发/);
    expect(await refusal(place(anna, { price: '41000', stopPrice: '42000', ...small }))).toMatchObject({ code: 400 });
    expect(await refusal(place(anna, { price: '41000', stopDirection: 'rising', ...small }))).toMatchObject({
      code: 400,
    });
    expect(await refusal(place(anna, { ...past, stopPrice: '42000.05' }))).toMatchObject({ code: 2003 });
    expect(await refusal(place(anna, { price: '41000', otherLeg: 'x', ...small }))).toMatchObject({ code: 400 });
  });

  test('a stop order replaces its other leg, and one cancels the other', async () => {
    const leg = await place(anna, { side: 'sell', price: '41000', clientOrderId: 'profit', ...small });
    const stop = { side: 'sell', price: '38000', stopPrice: '38100', stopDirection: 'falling', ...small } as const;
    const loss = await place(anna, { ...stop, otherLeg: 'profit' });
    expect(loss).toMatchObject({ otherLeg: 'profit', waiting: true });
    await place(li, { price: '41000', ...small });
    expect(await orderOf(anna, leg)).toMatchObject({ state: 'filled' });
    expect(await orderOf(anna, loss)).toMatchObject({ state: 'cancelled', reason: 'otherLeg' });
    expect(await refusal(place(anna, { ...stop, otherLeg: 'profit' }))).toMatchObject({ code: 2006 });
  });
});

describe('a pair of orders', () => {
  type Pair = CallInput<typeof calls.trade.createPair>;
  const pair = (fields: Partial<Pair>): Pair => ({
    symbol: 'BTC/USDT',
    side: 'sell',
    ...small,
    clientOrderId: `gain-${++orders}`,
    price: '41000',
    stopClientOrderId: `loss-${orders}`,
    stopPrice: '38100',
    ...fields,
  });
  const placePair = (who: TestCustomer, fields: Pair) => who.call(calls.trade.createPair, fields);

  test('a pair is placed with one call, a repeated call returns it again, and one leg cancels the other', async () => {
    const asked = pair({});
    const placed = await placePair(anna, asked);
    expect(placed.limit).toMatchObject({ clientOrderId: asked.clientOrderId, price: '41000.0', state: 'processing' });
    const { stop } = placed;
    expect(stop).toMatchObject({ type: 'market', stopDirection: 'falling', waiting: true });
    expect(stop.otherLeg).toBe(asked.clientOrderId);
    expect(await placePair(anna, asked)).toEqual(placed);
    expect(await refusal(placePair(anna, { ...asked, price: '41001' }))).toMatchObject({ code: 409 });
    await place(li, { price: '41000', ...small });
    expect(await orderOf(anna, placed.limit)).toMatchObject({ state: 'filled' });
    expect(await orderOf(anna, stop)).toMatchObject({ state: 'cancelled', reason: 'otherLeg' });
  });

  test.each(['filled', 'cancelled'] as const)('history of %s orders has a pair whole if asked', async (state) => {
    const placed = await placePair(anna, pair({}));
    await place(li, { price: '41000', ...small });
    const listed = async (wholePairs: boolean): Promise<string[]> => {
      const { items } = await anna.call(calls.trade.history, { state, wholePairs, limit: 2 });
      return items.map(({ id }) => id);
    };
    const [whole, alone] = [await listed(true), await listed(false)];
    expect(whole).toEqual([placed.stop.id, placed.limit.id]);
    expect(alone).not.toEqual(whole);
    expect(alone[0]).toBe(state === 'filled' ? placed.limit.id : placed.stop.id);
  });

  test('a pair outside the price band is refused with the range of the order that is outside', async () => {
    const refusedRange = async (fields: Partial<Pair>) => (await refusal(placePair(anna, pair(fields)))).data;
    expect(await refusedRange({ price: '90000' })).toMatchObject({ max: '49200.0', field: 'price' });
    const stop = { stopPrice: '38100', stopLimitPrice: '30000' };
    expect(await refusedRange(stop)).toEqual({ min: '30480.0', max: '45720.0', field: 'stopLimitPrice' });
  });

  test('a pair buys below the market, or above it once the price has risen, and cancelling one leg cancels both', async () => {
    const bought = await placePair(
      li,
      pair({ side: 'buy', price: '39000', stopPrice: '41500', stopLimitPrice: '41600' }),
    );
    expect(bought.stop).toMatchObject({ type: 'limit', price: '41600.0', stopDirection: 'rising', waiting: true });
    await li.call(calls.trade.cancel, { id: bought.stop.id });
    expect(await orderOf(li, bought.limit)).toMatchObject({ state: 'cancelled', reason: 'otherLeg' });
  });

  test('a pair’s purchase may be at market once the price has risen', async () => {
    const bought = await placePair(li, pair({ side: 'buy', price: '39000', stopPrice: '41500' }));
    expect(bought.stop).toMatchObject({
      type: 'market',
      stopDirection: 'rising',
      waiting: true,
      quantity: bought.limit.quantity,
    });
    await li.call(calls.trade.cancel, { id: bought.stop.id });
  });

  test.each([
    ['its quantity exceeds the balance', { quantity: '5' }, 2001],
    ['the limit order would trade immediately', { price: '39000' }, 2007],
    ['the stop would trigger immediately', { stopPrice: '42000' }, 2007],
    ['a price is off its step', { stopLimitPrice: '38000.05' }, 2003],
    ['both legs have the same id', { clientOrderId: 'both', stopClientOrderId: 'both' }, 400],
    ['the market does not exist', { symbol: 'NO/WAY' }, 404],
  ] as const)('a pair is refused as a whole if %s', async (_why, fields, code) => {
    await place(li, { price: '40000', ...small });
    const before = (await anna.call(calls.trade.openOrders, {})).items;
    expect(await refusal(placePair(anna, pair(fields)))).toMatchObject({ code });
    expect((await anna.call(calls.trade.openOrders, {})).items).toEqual(before);
    await li.call(calls.trade.cancelAll, { symbol: 'all' });
  });
});

test('an order with an expiry is cancelled at that time without any other command', async () => {
  const expiresAt = clock + 60_000;
  const dated = await place(li, { price: '36500', expiresAt, ...small });
  expect(dated).toMatchObject({ expiresAt, state: 'processing' });
  clock += 60_001;
  await vi.waitFor(
    async () => expect(await orderOf(li, dated)).toMatchObject({ state: 'cancelled', reason: 'expired' }),
    {
      timeout: 15_000,
    },
  );
  expect((await refusal(place(li, { price: '36500', expiresAt: clock - 1, ...small }))).code).toBe(400);
  const fits = { price: '36500', expiresAt: clock + 60_000, timeInForce: 'IOC', ...small } as const;
  expect(await refusal(place(li, fits))).toMatchObject({ code: 400 });
});

test('the book shows one slice of an iceberg at a time', async () => {
  const iceberg = await place(li, { price: '36600', quantity: '0.01', visibleQuantity: '0.002' });
  expect(iceberg).toMatchObject({ quantity: '0.01000', visibleQuantity: '0.00200' });
  const { bids } = await li.call(calls.trade.depth, { symbol: 'BTC/USDT' });
  expect(bids).toContainEqual(['36600.0', '0.00200']);
  await li.call(calls.trade.cancel, { id: iceberg.id });
});

test('self-trade prevention cancels the order that the customer chose', async () => {
  const first = await place(li, { side: 'sell', price: '43000', ...small });
  const second = await place(li, { price: '43000', timeInForce: 'IOC', selfTrade: 'cancelOldest', ...small });
  expect(await orderOf(li, first)).toMatchObject({ state: 'cancelled', reason: 'selfTrade' });
  expect(second).toMatchObject({ state: 'cancelled', reason: 'immediateOrCancel' });
});

describe('amending', () => {
  test('an amendment changes an order’s price and quantity under the same id', async () => {
    const resting = await place(li, { price: '36700', quantity: '0.003' });
    const amended = await li.call(calls.trade.amend, { id: resting.id, price: '36800', quantity: '0.002' });
    expect(amended).toMatchObject({ id: resting.id, price: '36800.0', quantity: '0.00200', state: 'processing' });
    const byClientId = { clientOrderId: resting.clientOrderId, price: '36800', quantity: '0.001' };
    expect(await li.call(calls.trade.amend, byClientId)).toMatchObject({ id: resting.id, quantity: '0.00100' });
    const { bids } = await li.call(calls.trade.depth, { symbol: 'BTC/USDT' });
    expect(bids).toContainEqual(['36800.0', '0.00100']);
    await li.call(calls.trade.cancel, { id: resting.id });
    expect(await orderOf(li, resting)).toMatchObject({ price: '36800.0', quantity: '0.00100', state: 'cancelled' });
  });

  test('an amendment is refused for ended orders, other customers’ orders and invalid values, and without a session', async () => {
    const resting = await place(li, { price: '36700', quantity: '0.003' });
    const terms = { price: '36700', quantity: '0.002' };
    expect(await refusal(anna.call(calls.trade.amend, { id: resting.id, ...terms }))).toMatchObject({ code: 404 });
    expect(await refusal(li.call(calls.trade.amend, { id: '999999', ...terms }))).toMatchObject({ code: 404 });
    expect(await refusal(li.call(calls.trade.amend, terms))).toMatchObject({ code: 400 });
    expect(await refusal(li.call(calls.trade.amend, { id: resting.id, ...terms, price: '1.23' }))).toMatchObject({
      code: 2003,
    });
    const poor = { id: resting.id, price: '36700', quantity: '90' };
    expect((await refusal(li.call(calls.trade.amend, poor))).info).toMatch(/余额|可用/);
    await li.call(calls.trade.cancel, { id: resting.id });
    expect(await refusal(li.call(calls.trade.amend, { id: resting.id, ...terms }))).toMatchObject({ code: 2006 });
    expect(await refusal(exchange.anonymous.call(calls.trade.amend, { id: '1', ...terms }))).toMatchObject({
      code: 1001,
    });
  });
});

describe('cancelling all', () => {
  test('all orders of one market, or of every market, are cancelled', async () => {
    await place(li, { price: '36500', ...small });
    await place(li, { symbol: 'ETH/USDT', price: '1000', quantity: '0.01' });
    await place(li, { symbol: 'ETH/USDT', price: '1001', quantity: '0.01' });
    expect(await li.call(calls.trade.cancelAll, { symbol: 'ETH/USDT' })).toEqual({ cancelled: 2 });
    expect(await li.call(calls.trade.cancelAll, { symbol: 'all' })).toEqual({ cancelled: 1 });
    expect(await li.call(calls.trade.cancelAll, { symbol: 'all' })).toEqual({ cancelled: 0 });
    expect((await li.call(calls.trade.openOrders, {})).items).toEqual([]);
  });

  test('the answer counts the orders that this call cancelled, even if others arrive in between, and the call is rate limited', async () => {
    const busy = await exchange.register('busy', 'en');
    await busy.call(calls.demo.faucet, { requestId: 'usdt', coin: 'USDT', amount: '45000' });
    for (const price of ['36100', '36200']) await place(busy, { price, ...small });
    const [{ cancelled }] = await Promise.all([
      busy.call(calls.trade.cancelAll, { symbol: 'all' }),
      place(busy, { price: '36300', ...small }),
      place(busy, { price: '36400', ...small }),
    ]);
    expect(cancelled + (await busy.call(calls.trade.cancelAll, { symbol: 'all' })).cancelled).toBe(4);
    const more = await Promise.allSettled(
      Array.from({ length: 25 }, () => busy.call(calls.trade.cancelAll, { symbol: 'all' })),
    );
    expect(more.filter(({ status }) => status === 'fulfilled')).toHaveLength(18);
    expect(await refusal(busy.call(calls.trade.setCancelTimer, { symbol: 'all', timeoutMs: 1 }))).toMatchObject({
      code: 429,
    });
    // Orders have their own rate limit.
    await place(busy, { price: '36500', ...small });
  });

  test('cancelling all needs an existing market and a session', async () => {
    expect(await refusal(li.call(calls.trade.cancelAll, { symbol: 'NO/NE' }))).toMatchObject({ code: 404 });
    expect(await refusal(exchange.anonymous.call(calls.trade.cancelAll, { symbol: 'all' }))).toMatchObject({
      code: 1001,
    });
  });
});

describe('the dead man’s switch', () => {
  test('the timer cancels open orders when it runs out, and nothing when it is reset or switched off', async () => {
    const resting = await place(li, { price: '36500', ...small });
    const set = (timeoutMs: number) => li.call(calls.trade.setCancelTimer, { symbol: 'BTC/USDT', timeoutMs });
    expect(await set(5_000)).toEqual({ at: clock + 5_000 });
    clock += 4_000;
    await set(5_000);
    clock += 4_000;
    expect(await set(0)).toEqual({ at: null });
    clock += 10_000;
    expect(await orderOf(li, resting)).toMatchObject({ state: 'processing' });
    await set(1_000);
    clock += 1_001;
    await vi.waitFor(async () => expect(await orderOf(li, resting)).toMatchObject({ reason: 'deadMan' }), {
      timeout: 15_000,
    });
  });

  test('the timer needs a valid duration, an existing market and a session', async () => {
    expect(await refusal(li.call(calls.trade.setCancelTimer, { symbol: 'all', timeoutMs: -1 }))).toMatchObject({
      code: 400,
    });
    expect(await refusal(li.call(calls.trade.setCancelTimer, { symbol: 'NO/NE', timeoutMs: 1 }))).toMatchObject({
      code: 404,
    });
    expect(
      await refusal(exchange.anonymous.call(calls.trade.setCancelTimer, { symbol: 'all', timeoutMs: 1 })),
    ).toMatchObject({
      code: 1001,
    });
  });
});

test('stops still wait after a restart, with all their terms', async () => {
  const expiresAt = clock + 3_600_000;
  const fields = { price: '44000', stopPrice: '43900', stopDirection: 'rising', expiresAt, ...small } as const;
  const stop = await place(li, fields);
  await exchange.restart();
  expect(await orderOf(li, stop)).toMatchObject({ ...stop, fills: [] });
  expect((await li.call(calls.trade.openOrders, {})).items).toEqual([stop]);
  await li.call(calls.trade.cancel, { id: stop.id });
});

describe('a trailing stop', () => {
  test('follows the price by a distance or a share, and is shown with its terms, in lists too', async () => {
    await tradeAt('40000');
    const stop = { side: 'sell', type: 'market', ...small } as const;
    const near = await place(anna, { ...stop, trail: '500' });
    expect(near).toMatchObject({ state: 'processing', waiting: true, trail: '500.0' });
    expect(near).not.toHaveProperty('stopPrice');
    const later = await place(anna, { ...stop, trailBps: 100, activationPrice: '41500' });
    expect(later).toMatchObject({ waiting: true, trailBps: 100, activationPrice: '41500.0' });
    const { items } = await anna.call(calls.trade.openOrders, { symbol: 'BTC/USDT' });
    expect(items.filter(({ id }) => id === near.id || id === later.id)).toEqual([later, near]);

    const bid = await place(li, { price: '40100', quantity: '0.002' });
    for (const price of ['41000', '40501']) await tradeAt(price);
    expect(await orderOf(anna, near)).toMatchObject({ waiting: true, trail: '500.0' });
    await tradeAt('40500');
    expect(await orderOf(anna, near)).toMatchObject({ state: 'filled', waiting: false, average: '40100.000' });
    expect(await orderOf(anna, later)).toMatchObject({ waiting: true, trailBps: 100 });
    await anna.call(calls.trade.cancel, { id: later.id });
    await li.call(calls.trade.cancel, { id: bid.id });
  });

  test('a limit order shows the price at which it enters', async () => {
    await tradeAt('40000');
    const stop = await place(anna, { side: 'sell', price: '39400', trail: '500', ...small });
    expect(stop).toMatchObject({ price: '39400.0', trail: '500.0' });
    for (const price of ['41000', '40500']) await tradeAt(price);
    expect(await orderOf(anna, stop)).toMatchObject({ waiting: false, price: '40400.0', state: 'processing' });
    await anna.call(calls.trade.cancel, { id: stop.id });
  });

  test.each<[string, Partial<Create>]>([
    ['an iceberg', { visibleQuantity: '0.0001', type: 'limit', price: '39000' }],
    ['a market buy by quantity', { side: 'buy' }],
  ])('may be %s', async (_what, fields) => {
    const stop = await place(li, { side: 'buy', type: 'market', trail: '500', ...small, ...fields });
    expect(stop).toMatchObject({ waiting: true, trail: '500.0' });
    await li.call(calls.trade.cancel, { id: stop.id });
  });

  test.each<[string, Partial<Create>, number]>([
    ['two distances', { trail: '500', trailBps: 5 }, 400],
    ['a trigger price', { trail: '500', stopPrice: '39000', stopDirection: 'falling' }, 400],
    ['an activation price alone', { activationPrice: '39000' }, 400],
    ['a share of a hundred per cent', { trailBps: 10_000 }, 400],
    ['no share', { trailBps: 0 }, 400],
    ['a distance off the tick', { trail: '500.01' }, 2003],
    ['an activation price off the tick', { trail: '500', activationPrice: '39000.01' }, 2003],
    ['a distance as long as the price', { trail: '50000' }, 2002],
    ['a limit price outside the band', { trail: '500', type: 'limit', price: '20000' }, 2004],
  ])('with %s is refused', async (_what, fields, code) => {
    const found = await refusal(place(anna, { side: 'sell', type: 'market', ...small, ...fields }));
    expect(found).toMatchObject({ code });
  });
});
