import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Query } from '../../../../testing/test-binance.ts';
import { startTestExchange, type TestExchange } from '../../../../testing/test-exchange.ts';
import { createTestTrader, type TestTrader } from '../../../../testing/test-trader.ts';
import { connectWsApi, type ApiSigner, type TestWsApi } from '../../../../testing/test-ws-api.ts';

let exchange: TestExchange;
let maker: TestTrader;
let taker: TestTrader;
let poor: TestTrader;
let api: TestWsApi;
let signer: ApiSigner;

beforeAll(async () => {
  exchange = await startTestExchange();
  maker = await createTestTrader(exchange, 'maker', { BTC: '0.4', USDT: '50000' });
  taker = await createTestTrader(exchange, 'taker', { BTC: '0.4', USDT: '50000' });
  poor = await createTestTrader(exchange, 'poor');
  api = await connectWsApi(exchange.url);
  signer = { apiKey: taker.key.key.id, secret: taker.key.secret };
});
afterAll(async () => {
  api.socket.close();
  await exchange.stop();
});

const limit = (fields: Query): Query => ({ symbol: 'BTCUSDT', type: 'LIMIT', timeInForce: 'GTC', ...fields });
const sell = (price: string, quantity: string, more: Query = {}) =>
  maker.done('POST', 'order', limit({ side: 'SELL', price, quantity, ...more }));
const buy = (price: string, quantity: string, more: Query = {}) =>
  taker.done('POST', 'order', limit({ side: 'BUY', price, quantity, ...more }));

describe('an order is refused', () => {
  const stop = { type: 'STOP_LOSS', stopPrice: '80000', price: undefined, timeInForce: undefined };
  const market = { type: 'MARKET', price: undefined, timeInForce: undefined };
  const filter = (name: string) => `Filter failure: ${name}`;
  const rows: readonly (readonly [string, Readonly<Record<string, string | undefined>>, number, string])[] = [
    ['with an unknown symbol', { symbol: 'ABCDEF' }, -1121, 'Invalid symbol.'],
    ['with an unknown type', { type: 'TWAP' }, -1116, 'Invalid orderType.'],
    ['with an unknown side', { side: 'HOLD' }, -1117, 'Invalid side.'],
    ['with an unknown time in force', { timeInForce: 'GTX' }, -1115, 'Invalid timeInForce.'],
    [
      'without a price',
      { price: undefined },
      -1102,
      "Mandatory parameter 'price' was not sent, was empty/null, or malformed.",
    ],
    [
      'without a time in force',
      { timeInForce: undefined },
      -1102,
      "Mandatory parameter 'timeInForce' was not sent, was empty/null, or malformed.",
    ],
    ['with a price at market', { ...market, price: '90000' }, -1106, "Parameter 'price' sent when not required."],
    [
      'with a stop price that it does not have',
      { stopPrice: '90000' },
      -1106,
      "Parameter 'stopPrice' sent when not required.",
    ],
    [
      'without a size',
      { ...market, quantity: undefined },
      -1102,
      "Param 'quantity' or 'quoteOrderQty' must be sent, but both were empty/null!",
    ],
    ['with two sizes', { ...market, quoteOrderQty: '100' }, -1128, 'Combination of optional parameters invalid.'],
    [
      'for an amount of nine places',
      { ...market, quantity: undefined, quoteOrderQty: '10.123456789' },
      -1111,
      "Parameter 'quoteOrderQty' has too much precision.",
    ],
    [
      'for less than the coin divides into',
      { ...market, quantity: undefined, quoteOrderQty: '0.00000099' },
      -1013,
      filter('NOTIONAL'),
    ],
    ['that has triggered already', { ...stop, side: 'BUY' }, -2010, 'Order would trigger immediately.'],
    ['of too little worth at market', { ...market, quantity: '0.00005' }, -1013, filter('NOTIONAL')],
    [
      'of too little worth at its trigger',
      { ...stop, side: 'BUY', stopPrice: '98000', quantity: '0.00005' },
      -1013,
      filter('NOTIONAL'),
    ],
    ['that trails', { trailingDelta: '10' }, -2010, 'Trailing stop orders are not supported for this symbol.'],
    [
      'without self-trade prevention',
      { selfTradePreventionMode: 'NONE' },
      -1013,
      'This symbol does not allow the specified self-trade prevention mode.',
    ],
    ['between ticks', { price: '90000.01' }, -1013, filter('PRICE_FILTER')],
    ['of no price', { price: '0' }, -1013, filter('PRICE_FILTER')],
    ['of a price above the highest', { price: '500000000000.1', quantity: '0.00001' }, -1013, filter('PRICE_FILTER')],
    [
      'that waits for a price above the highest',
      { ...stop, side: 'BUY', stopPrice: '500000000000.1', quantity: '0.00001' },
      -1013,
      filter('PRICE_FILTER'),
    ],
    ['between lots', { quantity: '0.001001' }, -1013, filter('LOT_SIZE')],
    ['of too much', { quantity: '100.1' }, -1013, filter('LOT_SIZE')],
    ['of nothing at market', { ...market, quantity: '0' }, -1013, filter('MARKET_LOT_SIZE')],
    ['of too much at market', { ...market, quantity: '100.1' }, -1013, filter('MARKET_LOT_SIZE')],
    ['of too little worth', { quantity: '0.00005' }, -1013, filter('NOTIONAL')],
    ['far from the last price', { price: '50000', quantity: '0.01' }, -1013, filter('PERCENT_PRICE_BY_SIDE')],
    ['as an iceberg of too many parts', { quantity: '0.1', icebergQty: '0.00001' }, -1013, filter('ICEBERG_PARTS')],
    ['as an iceberg that shows more than it has', { icebergQty: '0.002' }, -2010, 'IcebergQty exceeds QTY.'],
    [
      'as an iceberg that may not rest',
      { icebergQty: '0.0005', timeInForce: 'IOC' },
      -1014,
      'Unsupported order combination.',
    ],
    ['beyond the balance', { quantity: '2' }, -2010, 'Account has insufficient balance for requested action.'],
    [
      'with an id of other characters',
      { newClientOrderId: 'a b' },
      -1100,
      "Illegal characters found in parameter 'newClientOrderId'; legal range is '^(?!twap:|recurring:|convert:|tp:|sl:)[a-zA-Z0-9-_.:/]{1,36}$'.",
    ],
    [
      'with a label that is no number',
      { strategyId: 'x' },
      -1100,
      "Illegal characters found in parameter 'strategyId'; legal range is '^[0-9]{1,20}$'.",
    ],
    ['with a reserved type of strategy', { strategyType: '999999' }, -1134, 'strategyType was less than 1000000.'],
    [
      'with an unknown parameter',
      { strategy: '1' },
      -1104,
      "Not all sent parameters were read; read '6' parameter(s) but was sent '7'.",
    ],
  ];

  beforeAll(async () => {
    await sell('97000', '0.001');
    await buy('97000', '0.001');
  });

  test.each(rows)('%s', async (_name, change, code, msg) => {
    const fields = { ...limit({ side: 'BUY', price: '90000', quantity: '0.001' }), ...change };
    const sent = Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Query;
    const rest = await taker.ask('POST', '/api/v3/order', sent);
    expect([rest.status, rest.body]).toEqual([400, { code, msg }]);
    expect(await api.askSigned(signer, 'order.place', sent)).toMatchObject({ status: 400, error: { code, msg } });
  });

  test('that would take though it may only make, or whose stop is reached', async () => {
    const maker = { symbol: 'BTCUSDT', side: 'BUY', type: 'LIMIT_MAKER', price: '97000', quantity: '0.001' };
    expect((await taker.ask('POST', '/api/v3/order', { ...maker, type: 'MARKET', price: '' })).status).toBe(400);
    await sell('97000', '0.001');
    const refused = await taker.ask('POST', '/api/v3/order', maker);
    expect(refused.body).toEqual({ code: -2010, msg: 'Order would immediately match and take.' });
    const reached = await taker.ask('POST', '/api/v3/order', {
      symbol: 'BTCUSDT',
      side: 'SELL',
      type: 'STOP_LOSS',
      quantity: '0.001',
      stopPrice: '98000',
    });
    expect(reached.body).toEqual({ code: -2010, msg: 'Order would trigger immediately.' });
  });

  test('outside the band around its trigger, or of too little worth at the last price or its trigger', async () => {
    const order = { symbol: 'BTCUSDT', side: 'BUY', quantity: '0.001' };
    const stopLimit = { ...order, type: 'STOP_LOSS_LIMIT', timeInForce: 'GTC', stopPrice: '110000' };
    // The band is a fifth: 130,000 lies outside of it around the last price of 97,000, and inside around the trigger.
    for (const [given, name] of [
      [limit({ ...order, price: '130000' }), 'PERCENT_PRICE_BY_SIDE'],
      [{ ...stopLimit, price: '130000' }, null],
      [{ ...stopLimit, price: '140000' }, 'PERCENT_PRICE_BY_SIDE'],
      [{ ...order, type: 'MARKET', quantity: '0.00005' }, 'NOTIONAL'],
      [{ ...order, type: 'STOP_LOSS', quantity: '0.00005', stopPrice: '98000' }, 'NOTIONAL'],
      [{ ...order, type: 'STOP_LOSS', quantity: '0.00005', stopPrice: '101000' }, null],
    ] as const) {
      const { body } = await taker.ask('POST', '/api/v3/order/test', given);
      expect([given, body]).toEqual([given, name === null ? {} : { code: -1013, msg: filter(name) }]);
    }
  });

  test('beyond what a stop that buys freezes: its quantity at the collar above its trigger', async () => {
    const locked = async () => {
      const { balances } = await taker.done<{ balances: { asset: string; locked: string }[] }>('GET', 'account', {});
      return Number(balances.find(({ asset }) => asset === 'USDT')?.locked);
    };
    const before = await locked();
    const stop = { symbol: 'BTCUSDT', side: 'BUY', type: 'STOP_LOSS', stopPrice: '100000' };
    await taker.done('POST', 'order', { ...stop, quantity: '0.1' });
    // 0.1 × 100,000, and five percent.
    expect((await locked()) - before).toBeCloseTo(10_500, 5);
    const { body } = await taker.ask('POST', '/api/v3/order', { ...stop, quantity: '0.4' });
    expect(body).toEqual({ code: -2010, msg: 'Account has insufficient balance for requested action.' });
    await taker.done('DELETE', 'openOrders', { symbol: 'BTCUSDT' });
    expect(await locked()).toBe(0);
  });

  test('of a customer without money, and by a key without the right', async () => {
    const fields = limit({ side: 'BUY', price: '90000', quantity: '0.001' });
    const { body } = await poor.ask('POST', '/api/v3/order', fields);
    expect(body).toEqual({ code: -2010, msg: 'Account has insufficient balance for requested action.' });
    const reader = await createTestTrader(exchange, 'reader', {}, 'read');
    const refused = await reader.ask('POST', '/api/v3/order', fields);
    expect([refused.status, refused.body]).toMatchObject([401, { code: -2015 }]);
  });
});
