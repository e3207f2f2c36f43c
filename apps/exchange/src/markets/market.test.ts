import { calls, Code } from '@fft/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestExchange, type TestExchange } from '../../testing/test-exchange.ts';

let exchange: TestExchange;
beforeAll(async () => {
  exchange = await startTestExchange();
});
afterAll(() => exchange.stop());

describe('the public calls return', () => {
  test('every market with its rules', async () => {
    const markets = await exchange.anonymous.call(calls.market.list, {});
    expect(markets.length).toBeGreaterThanOrEqual(9);
    expect(markets.find(({ symbol }) => symbol === 'ETH/BTC')).toEqual({
      symbol: 'ETH/BTC',
      base: 'ETH',
      quote: 'BTC',
      group: 'BTC',
      kind: 'layer1',
      state: 'open',
      tickSize: '0.00001',
      lotSize: '0.001',
      minQuantity: '0.001',
      maxQuantity: '2000.000',
      minAmount: '0.00010000',
      maxAmount: '50.00000000',
      pricePlaces: 5,
      quantityPlaces: 3,
      baseDecimals: 8,
      quoteDecimals: 8,
      makerFee: '0.0008',
      takerFee: '0.001',
      priceBand: '0.2',
      collar: '0.05',
      maxIcebergParts: 100,
    });
  });

  test('every coin with its names in both languages, and words that find it', async () => {
    const coins = await exchange.anonymous.call(calls.coins.list, {});
    const markets = await exchange.anonymous.call(calls.market.list, {});
    const codes = new Set(coins.map(({ coin }) => coin));
    expect(markets.filter(({ base, quote }) => !codes.has(base) || !codes.has(quote))).toEqual([]);
    expect(coins.find(({ coin }) => coin === 'BTC')).toEqual({
      coin: 'BTC',
      name: { zh: '比特币', en: 'Bitcoin' },
      words: expect.arrayContaining(['xbt', 'bitebi', 'btb']) as string[],
    });
  });

  test('no prices of a market that never traded', async () => {
    const [ticker] = await exchange.anonymous.call(calls.market.tickers, { group: 'USDT' });
    expect(ticker).toMatchObject({
      symbol: 'BTC/USDT',
      last: null,
      change: null,
      value: null,
      volume: '0.00000',
      spark: [],
      state: 'open',
    });
  });

  test('the tickers of one group', async () => {
    const symbols = async (group: string) =>
      (await exchange.anonymous.call(calls.market.tickers, { group })).map(({ symbol }) => symbol);
    expect(await symbols('BTC')).toEqual(['ETH/BTC', 'SOL/BTC', 'LTC/BTC']);
    expect(await symbols('FIAT')).toEqual(['BTC/USD', 'ETH/USD', 'USDT/CNY']);
    expect(await symbols('NONE')).toEqual([]);
  });

  test('rates and the time', async () => {
    const { unit, rates } = await exchange.anonymous.call(calls.market.rates, {});
    expect([unit, rates['CNY'], rates['USD']]).toEqual(['USDT', '7.12', '1']);
    const before = Date.now();
    const { time } = await exchange.anonymous.call(calls.market.time, {});
    expect(time).toBeGreaterThanOrEqual(before);
    expect(time).toBeLessThanOrEqual(Date.now());
  });
});

describe('assets', () => {
  test('need a session', async () => {
    await expect(exchange.anonymous.call(calls.assets.overview, {})).rejects.toMatchObject({
      code: Code.sessionInvalid,
    });
  });

  test('show a newcomer every listed coin at zero, named in their language', async () => {
    const li = await exchange.register('li', 'zh');
    const { accounts, valuation } = await li.call(calls.assets.overview, {});
    expect(accounts.coin[0]).toEqual({
      coin: 'BTC',
      name: '比特币',
      icon: 'btc',
      usable: '0.00000000',
      frozen: '0.00000000',
      total: '0.00000000',
      value: null,
    });
    expect(accounts.fiat).toHaveLength(accounts.coin.length);
    expect(valuation).toMatchObject({ total: '0.000000', unit: 'USDT', local: { unit: 'CNY', total: '0.00' } });
  });
});
