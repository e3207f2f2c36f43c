import { RefusedError } from '@fft/client';
import { calls, Code, type Conversion, type ConversionQuote, type Order } from '@fft/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestExchange, type TestCustomer, type TestExchange } from '../../../testing/test-exchange.ts';

const symbol = 'BTC/USDT';
const asks = [
  ['50000', '0.01'],
  ['50100', '0.02'],
  ['50200', '0.05'],
] as const;
const bids = [
  ['49900', '0.01'],
  ['49800', '0.02'],
  ['49700', '0.05'],
] as const;
let exchange: TestExchange;
let maker: TestCustomer;
let anna: TestCustomer;
let orders = 0;

beforeAll(async () => {
  exchange = await startTestExchange();
  maker = await exchange.register('maker');
  anna = await exchange.register('anna');
  for (const who of [maker, anna]) {
    await who.call(calls.demo.faucet, { requestId: 'btc', coin: 'BTC', amount: '0.5' });
    await who.call(calls.demo.faucet, { requestId: 'usdt', coin: 'USDT', amount: '40000' });
  }
  await makeBook();
});
afterAll(() => exchange.stop());

async function makeBook(): Promise<void> {
  await maker.call(calls.trade.cancelAll, { symbol: 'all' });
  for (const [price, quantity] of asks) await rest('sell', price, quantity);
  for (const [price, quantity] of bids) await rest('buy', price, quantity);
}

const rest = (side: 'buy' | 'sell', price: string, quantity: string): Promise<Order> =>
  maker.call(calls.trade.create, { clientOrderId: `rest-${++orders}`, symbol, type: 'limit', side, price, quantity });

const quote = (from: string, to: string, amount: string): Promise<ConversionQuote> =>
  anna.call(calls.convert.quote, { from, to, amount });

/** Converts at a quote. */
const accept = (amount: string, { from, to, receiveMin }: ConversionQuote, clientId = `convert-${++orders}`) =>
  anna.call(calls.convert.execute, { clientId, from, to, amount, receiveMin });

async function refusal(call: Promise<unknown>): Promise<{ readonly code: number; readonly info: string }> {
  const error = await call.catch((thrown: unknown) => thrown);
  return error instanceof RefusedError
    ? { code: error.code, info: error.message }
    : expect.unreachable('the call was not refused');
}

async function held(coin: string): Promise<number> {
  const { accounts } = await anna.call(calls.assets.overview, {});
  const { usable, frozen } = accounts.coin.find((balance) => balance.coin === coin) ?? expect.unreachable(coin);
  return Number(usable) + Number(frozen);
}

test('a buy spends what was typed, to the last lot, and gets what its quote says', async () => {
  const quoted = await quote('USDT', 'BTC', '1000');
  // 0.01 at 50,000 and 0.00998 at 50,100; what is left of 1,000 pays for no further lot.
  expect(quoted).toMatchObject({ from: 'USDT', to: 'BTC', pay: '999.998000', margin: '0.001' });
  expect(quoted.legs).toMatchObject([{ symbol, side: 'buy', price: '50150.1', feeCoin: 'BTC' }]);
  expect(Number(quoted.receiveMin)).toBeCloseTo(Number(quoted.receive) * 0.999, 8);
  expect(quoted.expiresAt - quoted.time).toBe(10_000);

  const [usdt, btc] = [await held('USDT'), await held('BTC')];
  const made = await accept('1000', quoted);
  const { pay, receive } = quoted;
  expect(made).toMatchObject({ from: 'USDT', to: 'BTC', pay, receive });
  expect(made.orders).toMatchObject([
    { state: 'filled', filled: '0.01998', amount: '1000.000000', quantity: null, average: quoted.legs[0]?.rate },
  ]);
  expect(made.orders[0]?.parent?.kind).toBe('convert');
  expect(usdt - (await held('USDT'))).toBeCloseTo(Number(pay), 6);
  // Each of the two fills rounds its fee up.
  expect((await held('BTC')) - btc).toBeCloseTo(Number(receive), 8);
  await makeBook();
});

test('a sale brings what its quote says', async () => {
  const quoted = await quote('BTC', 'USDT', '0.015009');
  // What is less than a lot stays.
  expect(quoted.legs).toMatchObject([{ symbol, side: 'sell', price: '49750.2', feeCoin: 'USDT' }]);
  expect(Number(quoted.pay)).toBe(0.015);

  const [usdt, btc] = [await held('USDT'), await held('BTC')];
  expect((await accept('0.015009', quoted)).orders).toMatchObject([{ state: 'filled', filled: '0.01500' }]);
  expect(btc - (await held('BTC'))).toBeCloseTo(0.015, 8);
  expect((await held('USDT')) - usdt).toBeCloseTo(Number(quoted.receive), 5);
  await makeBook();
});

test('once the price has moved beyond the margin nothing is converted', async () => {
  const quoted = await quote('USDT', 'BTC', '1000');
  await maker.call(calls.trade.cancelAll, { symbol: 'all' });
  for (const [price, quantity] of asks) await rest('sell', String(Number(price) + 300), quantity);
  const before = [await held('USDT'), await held('BTC')];
  const refused = await refusal(accept('1000', quoted));
  expect(refused).toEqual({ code: Code.wouldNotRest, info: 'The price has moved, so nothing was converted' });
  expect([await held('USDT'), await held('BTC')]).toEqual(before);
  await makeBook();
});

describe('over two markets', () => {
  beforeAll(() => maker.call(calls.demo.faucet, { requestId: 'ltc', coin: 'LTC', amount: '10' }));

  test('a coin becomes another that no market trades for it, as one act', async () => {
    await makeLtc();
    const quoted = await quote('BTC', 'LTC', '0.005');
    expect(quoted.legs).toMatchObject([
      { symbol, side: 'sell', pay: '0.00500000', feeCoin: 'USDT' },
      { symbol: 'LTC/USDT', side: 'buy', feeCoin: 'LTC' },
    ]);
    const before = { btc: await held('BTC'), usdt: await held('USDT'), ltc: await held('LTC') };
    const made = await accept('0.005', quoted);
    expect(made).toMatchObject({ pay: quoted.pay, receive: quoted.receive });
    expect(made.orders.map((order) => [order.symbol, order.state, order.parent?.kind])).toEqual([
      [symbol, 'filled', 'convert'],
      ['LTC/USDT', 'filled', 'convert'],
    ]);
    expect(before.btc - (await held('BTC'))).toBeCloseTo(0.005, 8);
    expect((await held('LTC')) - before.ltc).toBeCloseTo(Number(quoted.receive), 8);
    // What the first brings beyond the second one's whole lots stays.
    const [first, second] = quoted.legs;
    const between = Number(first?.receive) - Number(second?.pay);
    expect(between).toBeGreaterThan(0);
    expect((await held('USDT')) - before.usdt).toBeCloseTo(between, 6);
    await makeBook();
  });

  test('neither is made if the second market has too little', async () => {
    await makeLtc();
    const quoted = await quote('BTC', 'LTC', '0.005');
    await maker.call(calls.trade.cancelAll, { symbol: 'LTC/USDT' });
    const before = [await held('BTC'), await held('USDT'), await held('LTC')];
    expect(await refusal(accept('0.005', quoted))).toMatchObject({ code: Code.wouldNotRest });
    expect([await held('BTC'), await held('USDT'), await held('LTC')]).toEqual(before);
    expect((await refusal(quote('BTC', 'LTC', '0.00001'))).info).toBe(
      'Amount is not enough: the total must be at least 5',
    );
  });
});

/** LTC at 100 and at 101. */
async function makeLtc(): Promise<void> {
  await maker.call(calls.trade.cancelAll, { symbol: 'LTC/USDT' });
  const order = { symbol: 'LTC/USDT', type: 'limit', side: 'sell' } as const;
  for (const [price, quantity] of [
    ['100', '2'],
    ['101', '3'],
  ] as const)
    await maker.call(calls.trade.create, { ...order, clientOrderId: `rest-${++orders}`, price, quantity });
}

test('an id converts once: repeated, also at the same moment, it answers what it made; with other terms it is refused', async () => {
  const quoted = await quote('USDT', 'BTC', '500');
  const before = await held('USDT');
  const answers = await Promise.all([1, 2, 3].map(() => accept('500', quoted, 'once')));
  const last = await accept('500', quoted, 'once');
  const idsOf = ({ orders: made }: Conversion) => made.map(({ id }) => id);
  expect(answers.map(idsOf)).toEqual([idsOf(last), idsOf(last), idsOf(last)]);
  expect(before - (await held('USDT'))).toBeCloseTo(Number(quoted.pay), 6);
  expect(await refusal(accept('600', quoted, 'once'))).toMatchObject({ code: Code.conflict });
  expect(await refusal(accept('500', { ...quoted, from: 'BTC', to: 'USDT' }, 'once'))).toMatchObject({
    code: Code.conflict,
  });
  await makeBook();
});

test('a customer can’t use the ids of conversions for orders', async () => {
  const order = { symbol, type: 'limit', side: 'buy', price: '49000', quantity: '0.01' } as const;
  const refused = await refusal(anna.call(calls.trade.create, { ...order, clientOrderId: 'convert:once:0' }));
  expect(refused.info).toBe('Ids of this form are reserved for the exchange');
});

test('what the market can’t convert is refused with the reason', async () => {
  expect(await refusal(quote('USDT', 'NOPE', '5'))).toMatchObject({ code: 404 });
  expect(await refusal(quote('BTC', 'BTC', '5'))).toMatchObject({ code: 404 });
  const inAmount = await quote('USDT', 'BTC', '1.0000000000001').catch((thrown: unknown) => thrown);
  expect(inAmount).toHaveProperty('fields.amount');
  const refusals = [
    ['USDT', 'BTC', '0.1'],
    ['USDT', 'BTC', '4.9'],
    ['BTC', 'USDT', '0.000001'],
    ['USDT', 'BTC', '9000'],
    ['BTC', 'USDT', '0.2'],
    ['BTC', 'USDT', '1000'],
    ['USDT', 'BTC', '999999999'],
    ['USDT', 'ETH', '100'],
    ['BTC', 'LTC', '1'],
  ] as const;
  const said = [];
  for (const [from, to, amount] of refusals) said.push((await refusal(quote(from, to, amount))).info);
  expect(said).toMatchInlineSnapshot(`
    [
      "Amount is not enough: the total must be at least 5",
      "Amount is not enough: the total must be at least 5",
      "Amount is not enough: at least 0.00001",
      "Too much for the market now. Try a smaller amount",
      "Too much for the market now. Try a smaller amount",
      "Too much for the market now. Try a smaller amount",
      "Too much for the market now. Try a smaller amount",
      "There are no orders on the other side right now",
      "Too much for the market now. Try a smaller amount",
    ]
  `);
});

test('what stands behind an own order can’t be had, and the quote says so', async () => {
  await makeBook();
  const own = { symbol, type: 'limit', side: 'sell', price: '50100', quantity: '0.001' } as const;
  // Behind the maker's order of the same price.
  await anna.call(calls.trade.create, { ...own, clientOrderId: 'own' });
  const quoted = await quote('USDT', 'BTC', '1500');
  expect(await accept('1500', quoted)).toMatchObject({ pay: quoted.pay, receive: quoted.receive });
  await anna.call(calls.trade.cancelAll, { symbol: 'all' });
  await makeBook();
  await anna.call(calls.trade.create, { ...own, clientOrderId: 'own-again' });
  const refused = await refusal(quote('USDT', 'BTC', '1600'));
  expect(refused).toMatchObject({
    code: Code.wouldNotRest,
    info: 'Your own open order is in the way, and you can’t trade with yourself. Try a smaller amount, or cancel it first',
  });
  await anna.call(calls.trade.cancelAll, { symbol: 'all' });
  expect((await quote('USDT', 'BTC', '1600')).legs).toMatchObject([{ symbol }]);
});

test('a guest gets no quote', async () => {
  const asked = exchange.anonymous.call(calls.convert.quote, { from: 'USDT', to: 'BTC', amount: '1000' });
  expect((await refusal(asked)).code).toBe(Code.sessionInvalid);
});
