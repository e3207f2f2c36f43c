import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { createClient, type Client } from '@fft/client';
import { calls, callWeight, type Call, type CallInput } from '@fft/contract';
import { openDatabase } from '../../../apps/exchange/src/database/connection.ts';
import { startEmbeddedPostgres } from '../../../apps/exchange/src/platform/postgres/embedded-postgres.ts';
import { startExchange } from '../../../apps/exchange/src/app.ts';
import { createLog } from '../../../apps/exchange/src/platform/log.ts';
import { readSettings } from '../../../apps/exchange/src/config/settings.ts';
import { seedHistory } from '../../../apps/exchange/testing/attacks/seed-history.ts';
import { newestCode } from '../../../apps/exchange/testing/newest-code.ts';
import { demo } from '../../../apps/demo/src/module.ts';

/**
 * Measures each reading call for a customer with a long history, over HTTP, one call after the other. Reports each call's median, maximum, weight, and
 * bytes of the answer. Run: `npm run bench:calls -- [fills]`.
 */
const fills = Number(process.argv[2] ?? 300_000);
const rounds = 9;
const minutes = 100_000;
const oftenMarket = 'ETH/USDT';
/** Fills that the journal has, from which the exchange counts profit. The seeded history's fills come after the whole journal. */
const countedFills = 6_000;
const chunk = 500;

const folder = await mkdtemp(join(tmpdir(), 'fft-call-cost-'));
const postgres = await startEmbeddedPostgres({ dataDir: folder, log: () => undefined });
const settings = readSettings({
  DATABASE_URL: postgres.url,
  DATA_DIR: folder,
  PORT: '0',
  CONSOLE_PORT: '0',
  REQUESTS_PER_10S: '0',
  WEIGHT_PER_10S: '0',
  ORDERS_PER_10S: '100000',
  CODES_PER_HOUR: '0',
  MAKER: 'off',
  DEMO_CHAIN: 'off',
  DEMO_OPERATORS: 'off',
});
const onFatal = (error: unknown): never => {
  throw error;
};
const begin = () => startExchange({ settings, demo, log: createLog('error'), say: () => undefined, onFatal });
let exchange = await begin();
const database = openDatabase(postgres.url);
let token = '';
const me = (): Client => createClient({ baseUrl: exchange.url, token: () => token });

try {
  const customer = await register('cost');
  await tradeInEveryMarket();
  await sellToOthers();
  await tradeOften();
  await exchange.stop();
  await spreadTrades(customer);
  const { rows } = await database.pool.query<{ markets: number }>(
    'select count(distinct market)::int as markets from orders',
  );
  await seedHistory(database.pool, { customer, now: Date.now(), fills, minutes, markets: rows[0]?.markets ?? 1 });
  exchange = await begin();
  await measureAll();
} finally {
  await database.close();
  await exchange.stop();
  await postgres.stop();
  await rm(folder, { recursive: true, force: true });
}

/** Another customer sells into the customer's orders of the first market. */
async function sellToOthers(): Promise<void> {
  const own = token;
  await register('seller');
  await me().call(calls.demo.faucet, { requestId: 'sell', coin: 'BTC', amount: '0.2' });
  const sale = { symbol: 'BTC/USDT', side: 'sell', type: 'limit', price: '100', quantity: '0.1' } as const;
  await me().call(calls.trade.create, { ...sale, clientOrderId: 'sale' });
  token = own;
}

/** The customer buys and sells the least quantity again and again. */
async function tradeOften(): Promise<void> {
  const own = token;
  await register('partner');
  for (const [coin, amount] of [
    ['ETH', '8'],
    ['USDT', '30000'],
  ] as const) {
    await me().call(calls.demo.faucet, { requestId: `often-${coin}`, coin, amount });
  }
  const quote = { symbol: oftenMarket, type: 'limit', quantity: '7' } as const;
  await me().call(calls.trade.create, { ...quote, side: 'sell', price: '3000', clientOrderId: 'often-ask' });
  await me().call(calls.trade.create, { ...quote, side: 'buy', price: '2999', clientOrderId: 'often-bid' });
  token = own;
  for (let traded = 0; traded < countedFills; traded += chunk) {
    const [side, price] = traded % (2 * chunk) === 0 ? (['buy', '3000'] as const) : (['sell', '2999'] as const);
    const order = { symbol: oftenMarket, type: 'limit', timeInForce: 'IOC', quantity: '0.002', side, price } as const;
    const numbers = Array.from({ length: chunk }, (_, index) => traded + index).values();
    const lane = async (): Promise<void> => {
      for (const number of numbers) await me().call(calls.trade.create, { ...order, clientOrderId: `often-${number}` });
    };
    await Promise.all(Array.from({ length: 10 }, lane));
  }
}

/** Spreads the customer's trades over thirty days, so that the curve of value has thirty points. */
async function spreadTrades(customer: number): Promise<void> {
  const { rows } = await database.pool.query<{ first: number; last: number }>(
    'select min(sequence)::float8 as first, max(sequence)::float8 as last from fills where taker_owner = $1',
    [customer],
  );
  const { first, last } = rows[0] ?? { first: 0, last: 1 };
  const monthMs = 30 * 86_400_000;
  const time = `${Date.now() - monthMs}::bigint + ((sequence - ${first}) * ${monthMs / (last - first + 1)})::bigint`;
  for (const [table, owner] of [
    ['fills', 'taker_owner'],
    ['postings', 'owner'],
  ] as const) {
    await database.pool.query(`update ${table} set time = ${time} where ${owner} = $1 and sequence between $2 and $3`, [
      customer,
      first,
      last,
    ]);
  }
}

async function register(name: string): Promise<number> {
  const email = `${name}@test.example`;
  const password = 'a password to measure with';
  await me().call(calls.auth.requestRegistrationCode, { email });
  const mails = await me().call(calls.demo.mailbox, { to: email });
  const entered = await me().call(calls.auth.register, {
    email,
    code: newestCode(mails),
    password,
    passwordConfirm: password,
  });
  ({ token } = entered);
  return Number(entered.user.id);
}

/** Places one order in each market, so that the engine knows the customer there. */
async function tradeInEveryMarket(): Promise<void> {
  for (const coin of ['USDT', 'BTC', 'ETH', 'SOL', 'BNB', 'POL', 'LTC']) {
    await me()
      .call(calls.demo.faucet, { requestId: `cost-${coin}`, coin, amount: coin === 'USDT' ? '10000' : '0.1' })
      .catch(() => undefined);
  }
  for (const { symbol, tickSize: tick, lotSize: lot, minAmount: minNotional } of await me().call(
    calls.market.list,
    {},
  )) {
    const price = Number(tick) * 1000;
    const quantity = Math.ceil(Number(minNotional) / price / Number(lot)) * Number(lot);
    const order = { symbol, side: 'buy', type: 'limit', price: String(price), quantity: String(quantity) } as const;
    await me()
      .call(calls.trade.create, { ...order, clientOrderId: `cost-${symbol.replace('/', '-')}` })
      .catch(() => undefined);
  }
}

async function measureAll(): Promise<void> {
  const [{ symbol } = { symbol: 'BTC/USDT' }] = await me().call(calls.market.list, {});
  const { assets, trade, candles, home, market, content, user, withdrawals, addresses, watchlist, proof, deposits } =
    calls;
  await measure('assets.overview', assets.overview, {});
  await measure('assets.worth', assets.worth, {});
  await measure('assets.coinStatement', assets.coinStatement, { limit: 100 });
  await measure('assets.coinStatement fees', assets.coinStatement, { limit: 100, type: 'fee' });
  await measure('assets.coinStatement of absent fees', assets.coinStatement, {
    limit: 100,
    type: 'fee',
    coin: 'POL',
  });
  await measure('assets.fiatStatement fees', assets.fiatStatement, { limit: 100, type: 'fee' });
  await measure('assets.statementFile', assets.statementFile, {});
  await measure('assets.statementFile fees', assets.statementFile, { type: 'fee' });
  await measure('assets.statementFile deposits', assets.statementFile, { type: 'deposit' });
  await measure('trade.volume', trade.volume, {});
  await measure('trade.history', trade.history, { limit: 100 });
  await measure('trade.history cancelled', trade.history, { limit: 100, state: 'cancelled' });
  await measure('trade.history first day', trade.history, { limit: 100, to: Date.now() - 29 * 86_400_000 });
  await measure('trade.openOrders', trade.openOrders, { limit: 100 });
  await measure('trade.marketGroups', trade.marketGroups, {});
  await measure('trade.detail', trade.detail, { symbol });
  await measure('trade.depth', trade.depth, { symbol, limit: 500 });
  await measure('candles.list 1000', candles.list, { symbol, interval: '1m', limit: 1000 });
  await measure('candles.chartData', candles.chartData, { symbol });
  await measureUrl('openapi', '/api/openapi.json');
  await measureUrl('reference', '/reference');
  await measureUrl('app', '/');
  await measure('home.carousel', home.carousel, {});
  await measure('home.rankings', home.rankings, {});
  await measure('market.list', market.list, {});
  await measure('market.tickers', market.tickers, {});
  await measure('content.list', content.list, { limit: 100 });
  await measure('content.unread', content.unread, {});
  await measure('user.read', user.read, {});
  await measure('user.logins', user.logins, { limit: 100 });
  await measure('withdrawals.history', withdrawals.history, { limit: 100 });
  await measure('withdrawals.coins', withdrawals.coins, {});
  await measure('withdrawals.limits', withdrawals.limits, {});
  await measure('addresses.list', addresses.list, { limit: 100 });
  await measure('watchlist.favourites', watchlist.favourites, {});
  await measure('deposits.coins', deposits.coins, {});
  await measure('deposits.history', deposits.history, { limit: 100 });
  await measureProfit();
  await measure('proof.liabilities', proof.liabilities, {});
  await measure('proof.reserves', proof.reserves, {});
}

/** Measures the calls about profit, while the exchange counts the history and afterwards. */
async function measureProfit(): Promise<void> {
  const { profit } = calls;
  await measure('profit.summary while it counts', profit.summary, {});
  const begun = performance.now();
  while ((await me().call(profit.summary, {})).figures === null) await delay(500);
  process.stdout.write(`counted after ${Math.round((performance.now() - begun) / 1000)} s\n`);
  await measure('profit.summary', profit.summary, {});
  await measure('profit.summary by average', profit.summary, { method: 'average' });
  await measure('profit.lots', profit.lots, { coin: 'ETH', limit: 100 });
  await measure('profit.history month', profit.history, { span: 'month' });
  await measure('profit.history all', profit.history, { span: 'all' });
  await measure('profit.startExport', profit.startExport, {});
}

function measure<C extends Call>(name: string, call: C, input: CallInput<C>): Promise<void> {
  const query = new URLSearchParams(
    Object.entries(input as Record<string, unknown>).map(
      ([field, value]) => [field, String(value)] as [string, string],
    ),
  ).toString();
  const init = call.method === 'POST' ? { method: 'POST', body: new URLSearchParams(query) } : {};
  return measureUrl(
    name,
    call.method === 'GET' && query !== '' ? `${call.path}?${query}` : call.path,
    init,
    callWeight(call),
  );
}

async function measureUrl(name: string, path: string, init: RequestInit = {}, weight = 0): Promise<void> {
  const taken: number[] = [];
  let bytes = 0;
  let code = '';
  for (let round = 0; round < rounds; round += 1) {
    const begun = performance.now();
    const response = await fetch(`${exchange.url}${path}`, { ...init, headers: { 'access-token': token } });
    const text = await response.text();
    taken.push(performance.now() - begun);
    bytes = text.length;
    code = /^\{"code":(\d+)/.exec(text)?.[1] ?? String(response.status);
  }
  const sorted = taken.toSorted((one, other) => one - other);
  const [median = 0, longest = 0] = [sorted[Math.floor(rounds / 2)], sorted.at(-1)];
  const columns = [`${median.toFixed(1)} ms`, `${longest.toFixed(1)} ms`, `${bytes} B`, code, String(weight)];
  process.stdout.write(`${name.padEnd(42)} ${columns.map((text) => text.padStart(12)).join('')}\n`);
}
