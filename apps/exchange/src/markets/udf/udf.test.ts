import { calls } from '@fft/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestExchange, type TestExchange } from '../../../testing/test-exchange.ts';

const clock = { time: Date.parse('2026-11-20T10:00:30Z') };
const seconds = clock.time / 1000 - 30;
let exchange: TestExchange;

beforeAll(async () => {
  exchange = await startTestExchange({}, () => clock.time);
  const seller = await exchange.register('seller');
  const buyer = await exchange.register('buyer');
  await seller.call(calls.demo.faucet, { requestId: 'fund', coin: 'BTC', amount: '1' });
  await buyer.call(calls.demo.faucet, { requestId: 'fund', coin: 'USDT', amount: '100000' });
  for (const [index, price] of ['97000', '97010.5', '96990'].entries()) {
    const order = {
      symbol: 'BTC/USDT',
      type: 'limit',
      price,
      quantity: '0.01',
      clientOrderId: `udf-${index}`,
    } as const;
    await seller.call(calls.trade.create, { ...order, side: 'sell' });
    await buyer.call(calls.trade.create, { ...order, side: 'buy' });
    clock.time += 60_000;
  }
});
afterAll(() => exchange.stop());

async function get(path: string, query: Record<string, string> = {}): Promise<unknown> {
  const response = await fetch(`${exchange.url}/udf/${path}?${new URLSearchParams(query).toString()}`);
  expect([response.status, response.headers.get('access-control-allow-origin')]).toEqual([200, '*']);
  const text = await response.text();
  return path === 'time' ? text : JSON.parse(text);
}

describe("TradingView's data feed", () => {
  test('reports its features and the time', async () => {
    expect(await get('config')).toMatchObject({
      supported_resolutions: ['1', '5', '15', '30', '60', '240', '1D', '1W', '1M'],
      supports_search: true,
      supports_time: true,
    });
    expect(await get('time')).toBe(String(clock.time / 1000));
  });

  test('describes a market so that its price is exact', async () => {
    const symbol = {
      ticker: 'BTC/USDT',
      session: '24x7',
      timezone: 'Etc/UTC',
      minmov: 1,
      pricescale: 10,
      volume_precision: 5,
    };
    expect(await get('symbols', { symbol: 'BTC/USDT' })).toMatchObject(symbol);
    expect(await get('symbols', { symbol: 'FFT:BTC/USDT' })).toMatchObject(symbol);
    expect(await get('symbols', { symbol: 'ABC/DEF' })).toEqual({ s: 'error', errmsg: 'unknown_symbol' });
    expect(await get('symbols')).toEqual({ s: 'error', errmsg: 'unknown_symbol' });
  });

  test('finds markets by symbol and by name', async () => {
    const find = async (query: Record<string, string>) =>
      ((await get('search', query)) as { symbol: string }[]).map(({ symbol }) => symbol);
    expect(await find({ query: 'sol' })).toEqual(['SOL/USDT', 'SOL/BTC']);
    expect(await find({ query: 'litecoin', limit: '1' })).toEqual(['LTC/USDT']);
    expect(await find({ query: 'sol', type: 'stock' })).toEqual([]);
    expect(await find({ query: 'sol', exchange: 'NYSE' })).toEqual([]);
  });

  test('returns history as columns, `from` included, `to` not', async () => {
    const query = { symbol: 'BTC/USDT', resolution: '1', from: String(seconds), to: String(seconds + 120) };
    expect(await get('history', query)).toEqual({
      s: 'ok',
      t: [seconds, seconds + 60],
      o: [97000, 97010.5],
      h: [97000, 97010.5],
      l: [97000, 97010.5],
      c: [97000, 97010.5],
      v: [0.01, 0.01],
    });
    // With countback, `from` is ignored.
    const back = { ...query, from: String(seconds + 60), to: String(seconds + 180), countback: '3' };
    expect(await get('history', back)).toMatchObject({ t: [seconds, seconds + 60, seconds + 120] });
    expect(await get('history', { ...query, resolution: 'D', to: String(seconds + 9_000) })).toMatchObject({
      s: 'no_data',
    });
    expect(await get('history', { ...query, resolution: 'D', from: '0' })).toMatchObject({
      t: [seconds - 36_000],
      h: [97010.5],
    });
  });

  test('has no candles before the first trade, and reports errors', async () => {
    const query = { symbol: 'BTC/USDT', resolution: '1', from: '0', to: String(seconds), countback: '10' };
    expect(await get('history', query)).toEqual({ s: 'no_data' });
    expect(await get('history', { ...query, symbol: 'ABC/DEF' })).toEqual({ s: 'error', errmsg: 'unknown_symbol' });
    expect(await get('history', { ...query, resolution: '7' })).toEqual({ s: 'error', errmsg: 'unknown_resolution' });
    expect(await get('history', { ...query, resolution: 'toString' })).toEqual({
      s: 'error',
      errmsg: 'unknown_resolution',
    });
    expect(await get('history', { ...query, to: 'now' })).toMatchObject({ s: 'error' });
  });
});
