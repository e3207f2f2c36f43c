import { RefusedError } from '@fft/client';
import { calls, type Candle, type CallInput } from '@fft/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestExchange, type TestCustomer, type TestExchange } from '../../../testing/test-exchange.ts';

const minuteMs = 60_000;
/** A Saturday, a minute before the month ends; the Monday after is the second. */
const clock = { time: Date.parse('2026-10-31T23:59:30Z') };
const begin = Date.parse('2026-10-31T23:59Z');

let exchange: TestExchange;
let seller: TestCustomer;
let buyer: TestCustomer;
let orders = 0;

beforeAll(async () => {
  exchange = await startTestExchange({}, () => clock.time);
  seller = await exchange.register('seller');
  buyer = await exchange.register('buyer', 'zh');
  await seller.call(calls.demo.faucet, { requestId: 'fund', coin: 'BTC', amount: '1' });
  await buyer.call(calls.demo.faucet, { requestId: 'fund', coin: 'USDT', amount: '100000' });
  await trade('97000', '0.01');
  await trade('97100.5', '0.02');
  clock.time += 2 * minuteMs;
  await trade('96900', '0.005');
  clock.time += minuteMs;
});
afterAll(() => exchange.stop());

async function trade(price: string, quantity: string): Promise<void> {
  const order = { symbol: 'BTC/USDT', type: 'limit', price, quantity } as const;
  await seller.call(calls.trade.create, { ...order, clientOrderId: `kline-${++orders}`, side: 'sell' });
  await buyer.call(calls.trade.create, { ...order, clientOrderId: `kline-${++orders}`, side: 'buy' });
}

const candles = (query: Partial<CallInput<typeof calls.candles.list>>): Promise<Candle[]> =>
  exchange.anonymous.call(calls.candles.list, { symbol: 'BTC/USDT', interval: '1m', ...query });

describe('candles', () => {
  const minutes: Candle[] = [
    [begin, '97000.0', '97100.5', '97000.0', '97100.5', '0.03000', '2912.010000', 2],
    // The month's first minute has no trades.
    [begin + minuteMs, '97100.5', '97100.5', '97100.5', '97100.5', '0.00000', '0.000000', 0],
    [begin + 2 * minuteMs, '96900.0', '96900.0', '96900.0', '96900.0', '0.00500', '484.500000', 1],
    [begin + 3 * minuteMs, '96900.0', '96900.0', '96900.0', '96900.0', '0.00000', '0.000000', 0],
  ];

  test('of a minute are flat without trades, up to now', async () => {
    expect(await candles({})).toEqual(minutes);
  });

  test('of a month and a week are cut by the calendar', async () => {
    expect(await candles({ interval: '1M' })).toEqual([
      [Date.parse('2026-10-01T00:00Z'), '97000.0', '97100.5', '97000.0', '97100.5', '0.03000', '2912.010000', 2],
      [Date.parse('2026-11-01T00:00Z'), '96900.0', '96900.0', '96900.0', '96900.0', '0.00500', '484.500000', 1],
    ]);
    expect(await candles({ interval: '1w' })).toEqual([
      [Date.parse('2026-10-26T00:00Z'), '97000.0', '97100.5', '96900.0', '96900.0', '0.03500', '3396.510000', 3],
    ]);
  });

  test('are the newest of the requested ones, and end before the first trade', async () => {
    expect(await candles({ limit: 2 })).toEqual(minutes.slice(2));
    expect(await candles({ to: begin + 2 * minuteMs - 1, limit: 1 })).toEqual([minutes[1]]);
    expect(await candles({ from: begin + minuteMs, to: begin + 2 * minuteMs })).toEqual(minutes.slice(1, 3));
    expect(await candles({ to: begin - 1 })).toEqual([]);
    expect(await candles({ symbol: 'ETH/USDT' })).toEqual([]);
  });

  test('and tickers are the same after a restart', async () => {
    const see = async () => ({
      minutes: await candles({}),
      days: await candles({ interval: '1d' }),
      details: await exchange.anonymous.call(calls.candles.chartData, { symbol: 'BTC/USDT' }),
      menu: await exchange.anonymous.call(calls.trade.marketGroups, {}),
    });
    const before = await see();
    await exchange.restart();
    const after = await see();
    expect(after).toEqual({ ...before, details: { ...before.details, depth: { ...before.details.depth, seq: 0 } } });
  });
});

describe('a candle query is refused, in both languages, for', () => {
  type Row = readonly [name: string, query: Record<string, string>, code: number, zh: string, en: string];
  const rows: readonly Row[] = [
    ['an unknown market', { symbol: 'ABC/DEF' }, 404, '交易对不存在', 'No such market'],
    ['no market', { symbol: '' }, 400, '字段不能为空', 'Fields cannot be blank'],
    ['a malformed symbol', { symbol: 'btc' }, 400, '格式不正确', 'This has the wrong format'],
    ['an unknown interval', { interval: '2m' }, 400, '选项无效', 'This is not one of the choices'],
    ['too many candles', { limit: '1001' }, 400, '请输入范围内的整数', 'Enter a whole number within the range'],
    ['a limit of zero', { limit: '0' }, 400, '请输入范围内的整数', 'Enter a whole number within the range'],
    ['a time that is not a number', { to: 'now' }, 400, '请输入范围内的整数', 'Enter a whole number within the range'],
    [
      'an end before the start',
      { from: '2', to: '1' },
      400,
      '请输入范围内的整数',
      'Enter a whole number within the range',
    ],
  ];
  test.each(rows)('%s', async (_name, fields, code, zh, en) => {
    for (const [lang, message] of [
      ['zh', zh],
      ['en', en],
    ] as const) {
      const query = new URLSearchParams({ symbol: 'BTC/USDT', interval: '1m', lang, ...fields });
      const response = await fetch(`${exchange.url}/api/kline.html?${query.toString()}`);
      expect([response.status, await response.json()]).toMatchObject([200, { code, message }]);
    }
  });

  test('an unknown market’s details', async () => {
    const refused = exchange.anonymous.call(calls.candles.chartData, { symbol: 'ABC/DEF' });
    await expect(refused).rejects.toThrow(RefusedError);
    await expect(refused).rejects.toMatchObject({ code: 404 });
  });
});

test('the details hold ticker, book and trades of one moment', async () => {
  const order = { symbol: 'BTC/USDT', type: 'limit', side: 'sell', quantity: '0.001' } as const;
  for (let step = 0; step < 22; step++) {
    const price = String(98000 + step);
    await seller.call(calls.trade.create, { ...order, clientOrderId: `kline-${++orders}`, price });
  }
  const { ticker, depth, trades } = await exchange.anonymous.call(calls.candles.chartData, { symbol: 'BTC/USDT' });
  expect(ticker).toMatchObject({
    last: '96900.0',
    open: '97000.0',
    high: '97100.5',
    low: '96900.0',
    volume: '0.03500',
  });
  expect(ticker.spark).toHaveLength(24);
  expect([depth.bids.length, depth.asks.length, depth.asks[0]]).toEqual([0, 20, ['98000.0', '0.00100']]);
  expect(trades.map(({ price, side }) => [price, side])).toEqual([
    ['96900.0', 'buy'],
    ['97100.5', 'buy'],
    ['97000.0', 'buy'],
  ]);
});

test('the menu of coins has every market once, by its tab', async () => {
  const menu = await exchange.anonymous.call(calls.trade.marketGroups, {});
  expect(menu.map(({ group }) => group)).toEqual(['USDT', 'BTC', 'FIAT']);
  const listed = await exchange.anonymous.call(calls.market.list, {});
  // Each tab has its markets in the order of the listing.
  const byTab = menu.flatMap(({ group: tab }) => listed.filter(({ group }) => group === tab));
  expect(byTab).toHaveLength(listed.length);
  expect(menu.flatMap(({ items }) => items.map(({ symbol }) => symbol))).toEqual(byTab.map(({ symbol }) => symbol));
});
