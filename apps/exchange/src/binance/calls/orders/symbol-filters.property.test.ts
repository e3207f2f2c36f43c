import { afterAll, beforeAll, expect, test } from 'vitest';
import { listedSymbols, openScene, play, type Tally } from '../../../../testing/symbol-filters/play.ts';
import { violated } from '../../../../testing/symbol-filters/judge.ts';
import type { Query } from '../../../../testing/test-binance.ts';
import { startTestExchange, type TestExchange } from '../../../../testing/test-exchange.ts';

/** `FILTER_SEED` repeats a run. */
const seed = Number(process.env['FILTER_SEED'] ?? 54);
let exchange: TestExchange;

beforeAll(async () => {
  exchange = await startTestExchange();
});
afterAll(() => exchange.stop());

test('an order beyond MAX_NUM_ORDERS is refused by name, of every type that may stay open', async () => {
  const listed = (await listedSymbols(exchange)).find(({ symbol }) => symbol === 'LTCUSDT');
  if (listed === undefined) throw new Error('LTCUSDT is listed');
  const { taker, bid } = await openScene(exchange, listed, 'm');
  const most = Number(listed.filters.find(({ filterType }) => filterType === 'MAX_NUM_ORDERS')?.['maxNumOrders']);
  const low = { symbol: 'LTCUSDT', side: 'BUY', type: 'LIMIT', timeInForce: 'GTC', price: '90', quantity: '0.1' };
  const place = async (fields: Query) => (await taker.ask('POST', '/api/v3/order', fields)).body;
  for (let count = 0; count < most; count += 1) expect(await place(low)).toMatchObject({ status: 'NEW' });
  const { timeInForce: _, price: __, ...noPrice } = low;
  const stop = { ...noPrice, stopPrice: '110' };
  for (const fields of [
    low,
    { ...noPrice, type: 'LIMIT_MAKER', price: bid },
    { ...stop, type: 'STOP_LOSS' },
    { ...low, type: 'STOP_LOSS_LIMIT', stopPrice: '110', price: '110' },
  ]) {
    expect(await place(fields)).toEqual({ code: -1013, msg: 'Filter failure: MAX_NUM_ORDERS' });
  }
});

test('an order beyond MAX_NUM_ALGO_ORDERS, or that trails beyond TRAILING_DELTA, is refused', async () => {
  const listed = (await listedSymbols(exchange)).find(({ symbol }) => symbol === 'SOLUSDT');
  if (listed === undefined) throw new Error('SOLUSDT is listed');
  const { taker } = await openScene(exchange, listed, 'a');
  const most = Number(
    listed.filters.find(({ filterType }) => filterType === 'MAX_NUM_ALGO_ORDERS')?.['maxNumAlgoOrders'],
  );
  const order = { side: 'SELL', type: 'STOP_LOSS', quantity: '0.1', stopPrice: '100' } as const;
  const place = async (fields: Query) => taker.ask('POST', '/api/v3/order', { symbol: 'SOLUSDT', ...fields });
  for (const trailingDelta of ['1', '10', '2000', '20000']) {
    const present = { last: '215', openOrders: 0, openAlgoOrders: 0 };
    expect([...violated({ ...order, trailingDelta }, listed.filters, present)]).toEqual(['TRAILING_DELTA']);
    expect((await place({ ...order, trailingDelta })).body).toEqual({
      code: -2010,
      msg: 'Trailing stop orders are not supported for this symbol.',
    });
  }
  for (let count = 0; count < most; count += 1) expect((await place(order)).body).toMatchObject({ symbol: 'SOLUSDT' });
  const judged = violated(order, listed.filters, { last: '215', openOrders: most, openAlgoOrders: most });
  const { body } = await place(order);
  const { msg } = body as { readonly msg: string };
  expect([...judged].map((name) => `Filter failure: ${name}`)).toContain(msg);
});

test(`orders that fit all filters of exchangeInfo are taken, and the others are refused by name (seed ${seed})`, async () => {
  const tally: Tally = new Map();
  const wrong: string[] = [];
  const listed = (await listedSymbols(exchange)).filter(({ symbol }) =>
    ['BTCUSDT', 'ETHBTC', 'POLUSDT'].includes(symbol),
  );
  for (const one of listed) {
    const scene = await openScene(exchange, one, 'p');
    wrong.push(...(await play(scene, { seed, orders: 45 }, tally)));
  }
  expect(wrong).toEqual([]);
  const types = ['LIMIT', 'LIMIT_MAKER', 'MARKET', 'STOP_LOSS', 'STOP_LOSS_LIMIT', 'TAKE_PROFIT', 'TAKE_PROFIT_LIMIT'];
  const filters = ['PRICE_FILTER', 'LOT_SIZE', 'MARKET_LOT_SIZE', 'NOTIONAL', 'PERCENT_PRICE_BY_SIDE', 'ICEBERG_PARTS'];
  const wanted = [
    ...types.map((type) => `accepted ${type}`),
    ...['LIMIT', 'LIMIT_MAKER', 'STOP_LOSS_LIMIT', 'TAKE_PROFIT_LIMIT'].map((type) => `accepted ${type} iceberg`),
    ...filters.map((name) => `refused by ${name}`),
  ];
  expect(wanted.filter((what) => !tally.has(what))).toEqual([]);
});
