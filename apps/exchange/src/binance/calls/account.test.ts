import { calls } from '@fft/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestKey, type TestKey } from '../../../testing/test-api-key.ts';
import { testLimits } from '../../../testing/test-accounts.ts';
import { askBinance, signedQuery, type Query } from '../../../testing/test-binance.ts';
import { startTestExchange, type TestCustomer, type TestExchange } from '../../../testing/test-exchange.ts';
import { connectWsApi } from '../../../testing/test-ws-api.ts';

let exchange: TestExchange;
let anna: TestCustomer;
let key: TestKey;

beforeAll(async () => {
  exchange = await startTestExchange({}, Date.now, testLimits);
  anna = await exchange.register('anna');
  await anna.call(calls.demo.faucet, { requestId: 'fund', coin: 'USDT', amount: '1000' });
  key = await createTestKey(exchange, { customer: anna, name: 'anna' }, { rights: 'read' });
  const order = { symbol: 'BTC/USDT', type: 'limit', side: 'buy', price: '50000', quantity: '0.001' } as const;
  await anna.call(calls.trade.create, { ...order, clientOrderId: 'resting' });
});
afterAll(() => exchange.stop());

async function get(path: string, query: Query = {}, method = 'GET'): Promise<unknown> {
  const headers = { 'x-mbx-apikey': key.key.id };
  const { status, body } = await askBinance(exchange.url, path, { method, query: signedQuery(key, query), headers });
  expect([status, body]).toEqual([200, body]);
  return body;
}

test('the account has balances, fees and rights, over both doors', async () => {
  const body = await get('/api/v3/account', { omitZeroBalances: 'true' });
  expect(body).toEqual({
    makerCommission: 8,
    takerCommission: 10,
    buyerCommission: 0,
    sellerCommission: 0,
    commissionRates: { maker: '0.00080000', taker: '0.00100000', buyer: '0.00000000', seller: '0.00000000' },
    canTrade: true,
    canWithdraw: true,
    canDeposit: true,
    brokered: false,
    requireSelfTradePrevention: false,
    preventSor: true,
    updateTime: expect.any(Number) as number,
    accountType: 'SPOT',
    balances: [{ asset: 'USDT', free: '950.00000000', locked: '50.00000000' }],
    permissions: ['SPOT'],
    uid: Number(anna.id),
  });
  const api = await connectWsApi(exchange.url);
  const signer = { apiKey: key.key.id, secret: key.secret };
  const { result } = await api.askSigned(signer, 'account.status', { omitZeroBalances: true });
  expect(result).toEqual({ ...(body as object), updateTime: expect.any(Number) as number });
  api.socket.close();
  const { balances } = (await get('/api/v3/account')) as { balances: unknown[] };
  expect(balances.length).toBeGreaterThan(5);
});

test('fees are those of the market', async () => {
  const rates = { maker: '0.00080000', taker: '0.00100000', buyer: '0.00000000', seller: '0.00000000' };
  expect(await get('/api/v3/account/commission', { symbol: 'BTCUSDT' })).toMatchObject({
    symbol: 'BTCUSDT',
    standardCommission: rates,
  });
  expect(await get('/sapi/v1/asset/tradeFee', { symbol: 'BTCUSDT' })).toEqual([
    { symbol: 'BTCUSDT', makerCommission: '0.00080000', takerCommission: '0.00100000' },
  ]);
});

test('the order that was placed natively has counted against the limits', async () => {
  const counts = (await get('/api/v3/rateLimit/order')) as object[];
  expect(counts).toMatchObject([
    { rateLimitType: 'ORDERS', interval: 'SECOND', intervalNum: 10, limit: 100_000 },
    { rateLimitType: 'ORDERS', interval: 'DAY', intervalNum: 1, limit: 864_000_000, count: 1 },
  ]);
});

test('the key knows its own rights', async () => {
  expect(await get('/sapi/v1/account/apiRestrictions')).toMatchObject({
    ipRestrict: false,
    createTime: key.key.created,
    enableReading: true,
    enableSpotAndMarginTrading: false,
    enableWithdrawals: false,
  });
});

test('assets with a balance are listed with their worth', async () => {
  expect(await get('/sapi/v3/asset/getUserAsset', { needBtcValuation: 'true' }, 'POST')).toEqual([
    {
      asset: 'USDT',
      free: '950.00000000',
      locked: '50.00000000',
      freeze: '0',
      withdrawing: '0',
      ipoable: '0',
      btcValuation: expect.stringMatching(/^\d/) as string,
    },
  ]);
  expect(await get('/sapi/v3/asset/getUserAsset', { asset: 'BTC' }, 'POST')).toEqual([]);
});

test('coins show their networks', async () => {
  const coins = (await get('/sapi/v1/capital/config/getall')) as { coin: string; networkList: object[] }[];
  expect(coins.find(({ coin }) => coin === 'USDT')).toMatchObject({
    free: '950.00000000',
    withdrawAllEnable: true,
    networkList: expect.arrayContaining([
      expect.objectContaining({
        network: 'ETH',
        withdrawEnable: true,
        withdrawFee: '3.00000000',
        withdrawIntegerMultiple: '0.00000100',
        contractAddressUrl: '',
        resetAddressStatus: false,
        estimatedArrivalTime: 0,
      }),
    ]) as object[],
  });
  expect(await get('/sapi/v1/capital/deposit/hisrec')).toEqual([]);
});

test('the filters of the caller’s own are those of exchangeInfo that count open orders', async () => {
  const { body } = await askBinance(exchange.url, '/api/v3/exchangeInfo', { query: 'symbol=BTCUSDT' });
  const [{ filters } = { filters: [] }] = (body as { symbols: { filters: { filterType: string }[] }[] }).symbols;
  expect(await get('/api/v3/myFilters', { symbol: 'BTCUSDT' })).toEqual({
    exchangeFilters: [],
    symbolFilters: filters.filter(({ filterType }) => /^MAX_NUM_(ALGO_)?ORDERS$/.test(filterType)),
    assetFilters: [],
  });
});

test('each coin shows its fee and least withdrawal, and the account its state', async () => {
  const details = (await get('/sapi/v1/asset/assetDetail')) as Readonly<Record<string, object>>;
  expect(details['USDT']).toMatchObject({
    minWithdrawAmount: expect.stringMatching(/^\d+\.\d{8}$/) as string,
    withdrawFee: expect.any(Number) as number,
  });
  const coins = (await get('/sapi/v1/capital/config/getall')) as Readonly<Record<string, string | boolean>>[];
  for (const { coin, depositAllEnable, withdrawAllEnable } of coins)
    expect(details[String(coin)]).toMatchObject({ depositStatus: depositAllEnable, withdrawStatus: withdrawAllEnable });
  const one = (await get('/sapi/v1/asset/assetDetail', { asset: 'USDT' })) as object;
  expect(one).toEqual({ USDT: details['USDT'] });
  expect(await get('/sapi/v1/asset/assetDetail', { asset: 'NONE' })).toEqual({});
  expect(await get('/sapi/v1/account/status')).toEqual({ data: 'Normal' });
  expect(await get('/sapi/v1/account/apiTradingStatus')).toMatchObject({ data: { isLocked: false } });
});

test('what clients ask for at their start is empty, and listen keys are gone', async () => {
  const plain = async (path: string, method = 'GET') => askBinance(exchange.url, path, { method });
  expect((await plain('/sapi/v1/system/status')).body).toEqual({ status: 0, msg: 'normal' });
  expect((await plain('/sapi/v1/margin/allPairs')).body).toEqual([]);
  expect((await plain('/fapi/v1/exchangeInfo')).body).toEqual({ symbols: [] });
  expect(await plain('/api/v3/userDataStream', 'POST')).toMatchObject({ status: 410, body: { code: -1000 } });
});
