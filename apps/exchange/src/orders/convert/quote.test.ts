import { RefusedError } from '@fft/client';
import { calls, Code, type ConversionQuote, type Order } from '@fft/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
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

const accept = ({ side, price, quantity, ...given }: ConversionQuote): Promise<Order> =>
  anna.call(calls.trade.create, {
    clientOrderId: `convert-${++orders}`,
    symbol: given.symbol,
    side,
    type: 'limit',
    price,
    quantity,
    timeInForce: 'FOK',
  });

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

test('a buy gets exactly what its quote says, and pays what it says', async () => {
  const quoted = await quote('USDT', 'BTC', '1000');
  // 0.01 at 50,000 and the rest at 50,100, whose limit is 0.1 % higher.
  expect(quoted).toMatchObject({ symbol, side: 'buy', price: '50150.1', quantity: '0.01994', margin: '0.001' });
  expect(Number(quoted.payMax)).toBeCloseTo(0.01994 * 50_150.1, 6);
  expect(Number(quoted.payMax)).toBeLessThanOrEqual(1_000);
  expect(Number(quoted.pay)).toBeCloseTo(0.01 * 50_000 + 0.00994 * 50_100, 6);
  expect(quoted.receive).toBe(quoted.receiveMin);
  expect(quoted.expiresAt - quoted.time).toBe(10_000);

  const [usdt, btc] = [await held('USDT'), await held('BTC')];
  expect(quoted.rate).toBe('50049.850');
  expect(await accept(quoted)).toMatchObject({ state: 'filled', filled: '0.01994', average: quoted.rate });
  expect(usdt - (await held('USDT'))).toBeCloseTo(Number(quoted.pay), 6);
  // Each of the two fills rounds its fee up.
  expect((await held('BTC')) - btc).toBeCloseTo(Number(quoted.receive), 7);
  await makeBook();
});

test('a sale brings at least what its quote says', async () => {
  const quoted = await quote('BTC', 'USDT', '0.015009');
  // What is less than a lot stays.
  expect(quoted).toMatchObject({ symbol, side: 'sell', price: '49750.2', quantity: '0.01500', payMax: quoted.pay });
  expect(Number(quoted.pay)).toBe(0.015);
  expect(Number(quoted.receiveMin)).toBeLessThan(Number(quoted.receive));

  const [usdt, btc] = [await held('USDT'), await held('BTC')];
  expect(await accept(quoted)).toMatchObject({ state: 'filled', filled: '0.01500' });
  expect(btc - (await held('BTC'))).toBeCloseTo(0.015, 8);
  expect((await held('USDT')) - usdt).toBeCloseTo(Number(quoted.receive), 5);
  await makeBook();
});

test('once the price has moved beyond the margin nothing is converted', async () => {
  const quoted = await quote('USDT', 'BTC', '1000');
  await maker.call(calls.trade.cancelAll, { symbol: 'all' });
  for (const [price, quantity] of asks) await rest('sell', String(Number(price) + 300), quantity);
  const before = [await held('USDT'), await held('BTC')];
  expect((await refusal(accept(quoted))).info).toBe('The order cannot be filled completely');
  expect([await held('USDT'), await held('BTC')]).toEqual(before);
  await makeBook();
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
  ] as const;
  const said = [];
  for (const [from, to, amount] of refusals) said.push((await refusal(quote(from, to, amount))).info);
  expect(said).toMatchInlineSnapshot(`
    [
      "Amount is not enough: at least 0.00001",
      "Amount is not enough: the total must be at least 5",
      "Amount is not enough: at least 0.00001",
      "Too much for the market now. Try a smaller amount",
      "Too much for the market now. Try a smaller amount",
      "Too much for the market now. Try a smaller amount",
      "Too much for the market now. Try a smaller amount",
      "There are no orders on the other side right now",
    ]
  `);
});

test('what stands behind an own order can’t be had, and the quote says so', async () => {
  await makeBook();
  const own = { symbol, type: 'limit', side: 'sell', price: '50100', quantity: '0.001' } as const;
  // Behind the maker's order of the same price.
  await anna.call(calls.trade.create, { ...own, clientOrderId: 'own' });
  const quoted = await quote('USDT', 'BTC', '1500');
  expect(await accept(quoted)).toMatchObject({ state: 'filled', filled: quoted.quantity });
  await anna.call(calls.trade.cancelAll, { symbol: 'all' });
  await makeBook();
  await anna.call(calls.trade.create, { ...own, clientOrderId: 'own-again' });
  const refused = await refusal(quote('USDT', 'BTC', '1600'));
  expect(refused).toMatchObject({
    code: Code.wouldNotRest,
    info: 'Your own open order is in the way, and you can’t trade with yourself. Try a smaller amount, or cancel it first',
  });
  await anna.call(calls.trade.cancelAll, { symbol: 'all' });
  expect((await quote('USDT', 'BTC', '1600')).symbol).toBe(symbol);
});

test('a guest gets no quote', async () => {
  const asked = exchange.anonymous.call(calls.convert.quote, { from: 'USDT', to: 'BTC', amount: '1000' });
  expect((await refusal(asked)).code).toBe(Code.sessionInvalid);
});
