import { PrivateKeys } from '@fft/chains';
import { dayMs, wallet } from '../test-withdrawals.ts';
import type { Query } from '../test-binance.ts';
import { type Asking, type BinanceSession, symbol } from './session.ts';

const market = { symbol };
const both = { symbols: '["BTCUSDT","ETHUSDT"]' };

/** What only reads, in each of its forms. */
const reads: readonly (readonly [name: string, query: Query, status?: number])[] = [
  ['GET /api/v3/ping', {}],
  ['GET /api/v3/time', {}],
  ['GET /api/v3/exchangeInfo', {}],
  ['GET /api/v3/exchangeInfo', { ...market, showPermissionSets: 'false' }],
  ['GET /api/v3/exchangeInfo', { symbol: 'NOSUCH' }, 400],
  ['GET /api/v3/depth', market],
  ['GET /api/v3/trades', market],
  ['GET /api/v1/trades', market],
  ['GET /api/v3/historicalTrades', market],
  ['GET /api/v3/aggTrades', market],
  ['GET /api/v3/klines', { ...market, interval: '1m' }],
  ['GET /api/v3/uiKlines', { ...market, interval: '1d' }],
  ...['24hr', 'tradingDay', ''].flatMap((kind) => {
    const name = `GET /api/v3/ticker${kind && '/'}${kind}`;
    return ['FULL', 'MINI'].flatMap((type) => [
      [name, { ...market, type }] as const,
      [name, { ...both, type }] as const,
    ]);
  }),
  ['GET /api/v3/ticker/24hr', {}],
  ['GET /api/v3/ticker', { ...market, windowSize: '7d' }],
  ...['price', 'bookTicker'].flatMap((kind) =>
    [market, both, {}].map((query) => [`GET /api/v3/ticker/${kind}`, query] as const),
  ),
  ['GET /api/v3/avgPrice', market],
  ['GET /api/v3/avgPrice', { symbol: 'ETHUSDT' }],
  ['POST /api/v3/order/test', { ...market, type: 'MARKET', side: 'BUY', quantity: '0.001' }],
  [
    'POST /api/v3/order/test',
    { ...market, type: 'MARKET', side: 'BUY', quantity: '0.001', computeCommissionRates: 'true' },
  ],
  ['GET /api/v3/account', {}],
  ['GET /api/v3/account', { omitZeroBalances: 'true' }],
  ['GET /api/v3/account/commission', market],
  ['GET /api/v3/rateLimit/order', {}],
  ['GET /api/v3/myFilters', market],
  ['GET /api/v3/order', { ...market, orderId: 1 }, 400],
  ['GET /api/v3/allOrders', market],
  ['GET /api/v3/myTrades', market],
  ['GET /api/v3/allOrderList', {}],
  ['GET /sapi/v1/system/status', {}],
  ['GET /sapi/v1/capital/config/getall', {}],
  ['GET /sapi/v1/asset/assetDetail', {}],
  ['GET /sapi/v1/capital/deposit/address', { coin: 'ETH', network: 'ETH' }],
  ['GET /sapi/v1/capital/deposit/hisrec', {}],
  ['GET /sapi/v1/capital/withdraw/history', {}],
  ['POST /sapi/v3/asset/getUserAsset', { needBtcValuation: 'true' }],
  ['POST /sapi/v3/asset/getUserAsset', {}],
  ['GET /sapi/v1/account/apiRestrictions', {}],
  ['GET /sapi/v1/asset/tradeFee', {}],
  ['GET /sapi/v1/account/status', {}],
  ['GET /sapi/v1/account/apiTradingStatus', {}],
  ['GET /sapi/v1/margin/allPairs', {}],
  ['GET /sapi/v1/margin/isolated/allPairs', {}],
  ['GET /fapi/v1/exchangeInfo', {}],
  ['GET /dapi/v1/exchangeInfo', {}],
  ...['POST', 'PUT', 'DELETE'].map((method) => [`${method} /api/v3/userDataStream`, {}, 410] as const),
];

/** Withdraws, then reads everything. */
export async function playReads({ ask, door }: Asking): Promise<void> {
  const withdrawal = { coin: 'USDT', network: 'ETH', address: wallet, amount: '50', withdrawOrderId: door };
  await ask('POST /sapi/v1/capital/withdraw/apply', withdrawal);
  for (const [name, query, status] of reads) await ask(name, query, status);
}

/** Has a chain, a deposit that has come and one that comes, and a withdrawal that is done. The nodes are those of no test here. */
export async function playMoney({ world: { anna, money }, now }: BinanceSession): Promise<void> {
  const { pool } = money.exchange.database;
  const { xpub } = new PrivateKeys(new Uint8Array(32).fill(7));
  await pool.query(
    `insert into custody_chains (chain, xpub, network, confirmations, finality, contracts, hot, cold)
      values ('ETH', $1, '1', 3, 'depth', '{}', '[]', null)`,
    [xpub],
  );
  for (const [txid, state] of [
    ['come', 'credited'],
    ['coming', 'seen'],
  ]) {
    await pool.query(
      `insert into chain_deposits (chain, txid, position, customer, address, coin, asset, amount, height, block_hash, state, swept, time, updated)
        values ('ETH', $1, 0, $2, $5, 'ETH', 2, 1000000, 1, 'block', $3, false, $4, $4)`,
      [txid, Number(anna.id), state, now(), wallet.toLowerCase()],
    );
  }
  await pool.query(
    `insert into withdrawals (customer, request_id, coin, chain, asset, address_id, address, memo, amount, fee, state, planned, time, updated, closed)
      values ($1, 'done', 'USDT', 'ETH', 6, 0, $2, '', 1000000, 1, 'done', 'done', $3, $3, true)`,
    [Number(anna.id), wallet.toLowerCase(), now() - 2 * dayMs],
  );
}
