import { calls } from '@fft/contract';
import { once } from 'node:events';
import { WebSocket } from 'ws';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { binanceTable, nameOf } from '../../testing/binance-table.ts';
import { askBinance, queryOf, signedQuery, type Query } from '../../testing/test-binance.ts';
import { payPassword } from '../../testing/test-money.ts';
import { startTestWithdrawals, wallet, type TestWithdrawals } from '../../testing/test-withdrawals.ts';
import { connectWsApi, type TestWsApi } from '../../testing/test-ws-api.ts';
import { waitFor } from '../../testing/wait-for.ts';

/** Texts that look like decimals and are none, or that Binance doesn't pad either. Each is met. */
const exceptions: readonly (readonly [where: string, only?: string])[] = [
  // Percents.
  ['priceChangePercent'],
  ['24hrTicker P'],
  ['1hTicker P'],
  ['4hTicker P'],
  ['1dTicker P'],
  // Factors of prices.
  ['symbols.filters.bidMultiplierUp'],
  ['symbols.filters.bidMultiplierDown'],
  ['symbols.filters.askMultiplierUp'],
  ['symbols.filters.askMultiplierDown'],
  // No commission, and fields without a meaning.
  ['executionReport n', '0'],
  ['11', '0'],
  ['kline k.B', '0'],
  // What spot accounts don't know.
  ['freeze', '0'],
  ['withdrawing', '0'],
  ['ipoing', '0'],
  ['ipoable', '0'],
  ['storage', '0'],
  // The number of a withdrawal.
  ['id'],
];
const symbol = 'BTCUSDT';
const table = binanceTable();

let world: TestWithdrawals;
let key: { readonly id: string; readonly secret: string };
let api: TestWsApi;
let streams: WebSocket;
/** Answers by the names of their calls. */
type Answers = Map<string, unknown[]>;
const [byRest, bySocket]: readonly [Answers, Answers] = [new Map(), new Map()];
const received: { readonly stream: string; readonly data: unknown }[] = [];
const streamNames = [
  'trade',
  'aggTrade',
  'bookTicker',
  'miniTicker',
  'ticker',
  'ticker_1h',
  'ticker_4h',
  'ticker_1d',
  'avgPrice',
  'depth',
  'depth@100ms',
  'depth5',
  'depth20@100ms',
  'kline_1m',
  'kline_1d@+08:00',
  'kline_1M',
].map((name) => `${symbol.toLowerCase()}@${name}`);
const allMarkets = ['!miniTicker@arr', '!ticker@arr', '!ticker_1h@arr'];

beforeAll(async () => {
  world = await startTestWithdrawals();
  const { money, anna, li } = world;
  await li.call(calls.demo.faucet, { requestId: 'btc', coin: 'BTC', amount: '1' });
  await anna.call(calls.user.sendCode, { type: 'apiKey' });
  const made = await anna.call(calls.keys.create, {
    name: 'bot',
    rights: 'read,trade,withdraw',
    addresses: '127.0.0.1,::1',
    password: 'the password of anna',
    code: await money.codeOf(anna),
    payPassword,
  });
  key = { id: made.key.id, secret: made.secret ?? '' };
  const { url } = money.exchange;
  api = await connectWsApi(url);
  streams = new WebSocket(`${url.replace('http', 'ws')}/stream?streams=${[...streamNames, ...allMarkets].join('/')}`);
  streams.on('message', (data: Buffer) => received.push(JSON.parse(data.toString()) as (typeof received)[number]));
  await once(streams, 'open');
  await playSession();
});
afterAll(async () => {
  streams.close();
  api.socket.close();
  await world.money.exchange.stop();
});

/** Trades over both doors while streams and account are followed, until each kind of event has come. */
async function playSession(): Promise<void> {
  const signer = { apiKey: key.id, secret: key.secret };
  const subscribed = await api.askSigned(signer, 'userDataStream.subscribe.signature', { timestamp: now() });
  expect(subscribed).toMatchObject({ status: 200 });
  await trade(overRest(byRest), 'rest');
  await trade(overSocket(bySocket), 'socket');
  await world.anna.call(calls.demo.faucet, { requestId: 'more', coin: 'ETH', amount: '0.5' });
  const kinds = () => new Set(api.events.map(({ event }) => String(event['e'])));
  const expected = ['balanceUpdate', 'executionReport', 'listStatus', 'outboundAccountPosition'];
  await waitFor(() => expect([...kinds()].toSorted()).toEqual(expected));
  const shown = () => new Set(received.map(({ stream }) => stream));
  await waitFor(() => expect([...shown()].toSorted()).toEqual([...streamNames, ...allMarkets].toSorted()));
}

type Ask = (name: string, query?: Query) => Promise<Record<string, never>>;

/** Asks an entry of the table by its name over REST, and keeps its answer. */
const overRest =
  (answers: Answers): Ask =>
  async (name, query = {}) => {
    const call = table.find((each) => nameOf(each) === name);
    const [method = 'GET', path = ''] = call?.rest ?? [];
    const text = call?.security === 'none' ? queryOf(query) : signedQuery(key, { timestamp: now(), ...query });
    const headers = { 'x-mbx-apikey': key.id };
    const { status, body } = await askBinance(world.money.exchange.url, path, { method, query: text, headers });
    expect([name, status, body]).toEqual([name, 200, body]);
    return keep(answers, name, body);
  };

/** The same over the WebSocket API; what it lacks is asked over REST. */
const overSocket = (answers: Answers): Ask => {
  const rest = overRest(new Map());
  return async (name, query = {}) => {
    const call = table.find((each) => nameOf(each) === name);
    const method = call?.ws ?? null;
    if (method === null) return rest(name, query);
    const signer = { apiKey: key.id, secret: key.secret };
    const asked = { timestamp: now(), ...query };
    const answer =
      call?.security === 'none' ? await api.ask(method, query) : await api.askSigned(signer, method, asked);
    expect([method, answer.status, answer]).toEqual([method, 200, answer]);
    return keep(answers, name, answer.result);
  };
};

const now = (): number => world.money.clock.time;

function keep(answers: Answers, name: string, answer: unknown): Record<string, never> {
  answers.set(name, [...(answers.get(name) ?? []), answer]);
  return answer as Record<string, never>;
}

const market = { symbol };
const limit = { ...market, type: 'LIMIT', timeInForce: 'GTC' };

/** Offers what the session buys. */
async function offer(quantity: string): Promise<void> {
  const clientOrderId = `offer-${++offers}`;
  const order = { symbol: 'BTC/USDT', type: 'limit', side: 'sell', price: '97000', quantity, clientOrderId } as const;
  await world.li.call(calls.trade.create, order);
}
let offers = 0;

/** Trades in every way, then reads everything. */
async function trade(ask: Ask, door: string): Promise<void> {
  await offer('0.004');
  const bid = await ask('POST /api/v3/order', { ...limit, side: 'BUY', price: '96000', quantity: '0.002' });
  await ask('PUT /api/v3/order/amend/keepPriority', { ...market, orderId: bid['orderId'] ?? 0, newQty: '0.001' });
  await ask('GET /api/v3/order/amendments', { ...market, orderId: bid['orderId'] ?? 0 });
  await ask('POST /api/v3/order', { ...market, type: 'MARKET', side: 'BUY', quantity: '0.002' });
  await ask('POST /api/v3/order', { ...market, type: 'MARKET', side: 'BUY', quoteOrderQty: '97.12345678' });
  const testing = { ...limit, side: 'BUY', price: '96000', quantity: '0.002', computeCommissionRates: 'true' };
  await ask('POST /api/v3/order/test', testing);
  const other = { ...limit, side: 'BUY', price: '95990', quantity: '0.002', icebergQty: '0.001' };
  const replacing = { ...other, cancelReplaceMode: 'STOP_ON_FAILURE', cancelOrderId: bid['orderId'] ?? 0 };
  const replaced = await ask('POST /api/v3/order/cancelReplace', replacing);
  const { orderId: open = 0 } = (replaced['newOrderResponse'] ?? {}) as { orderId?: number };
  await ask('GET /api/v3/order', { ...market, orderId: open });
  await ask('POST /api/v3/order', {
    ...limit,
    type: 'STOP_LOSS_LIMIT',
    side: 'SELL',
    price: '90000',
    stopPrice: '91000',
    quantity: '0.001',
  });
  const expired = await ask('POST /api/v3/order', { ...limit, side: 'SELL', price: '95990', quantity: '0.001' });
  expect(expired).toMatchObject({ status: 'EXPIRED_IN_MATCH' });
  const pair = { ...market, side: 'SELL', quantity: '0.001' };
  const list = await ask('POST /api/v3/orderList/oco', {
    ...pair,
    aboveType: 'LIMIT_MAKER',
    abovePrice: '99000',
    belowType: 'STOP_LOSS_LIMIT',
    belowPrice: '90000',
    belowStopPrice: '91000',
    belowTimeInForce: 'GTC',
  });
  await ask('GET /api/v3/orderList', { orderListId: list['orderListId'] ?? 0 });
  await ask('GET /api/v3/openOrderList');
  await ask('GET /api/v3/openOrders', market);
  await ask('DELETE /api/v3/orderList', { ...market, orderListId: list['orderListId'] ?? 0 });
  await ask('POST /api/v3/order/oco', { ...pair, price: '99000', stopPrice: '91000' });
  await ask('DELETE /api/v3/order', { ...market, orderId: open });
  await ask('DELETE /api/v3/openOrders', market);
  const withdrawal = { coin: 'USDT', network: 'ETH', address: wallet, amount: '50', withdrawOrderId: door };
  await ask('POST /sapi/v1/capital/withdraw/apply', withdrawal);
  for (const [name, query] of Object.entries(reads)) await ask(name, query);
}

/** What only reads, as it is asked. */
const reads: Readonly<Record<string, Query>> = {
  'GET /api/v3/ping': {},
  'GET /api/v3/time': {},
  'GET /api/v3/exchangeInfo': {},
  'GET /api/v3/depth': market,
  'GET /api/v3/trades': market,
  'GET /api/v1/trades': market,
  'GET /api/v3/historicalTrades': market,
  'GET /api/v3/aggTrades': market,
  'GET /api/v3/klines': { ...market, interval: '1m' },
  'GET /api/v3/uiKlines': { ...market, interval: '1d' },
  'GET /api/v3/ticker/24hr': {},
  'GET /api/v3/ticker/tradingDay': market,
  'GET /api/v3/ticker': { ...market, windowSize: '7d' },
  'GET /api/v3/ticker/price': {},
  'GET /api/v3/ticker/bookTicker': {},
  'GET /api/v3/avgPrice': { symbol: 'ETHUSDT' },
  'GET /api/v3/account': {},
  'GET /api/v3/account/commission': market,
  'GET /api/v3/rateLimit/order': {},
  'GET /api/v3/myFilters': market,
  'GET /api/v3/allOrders': market,
  'GET /api/v3/myTrades': market,
  'GET /api/v3/allOrderList': {},
  'GET /sapi/v1/system/status': {},
  'GET /sapi/v1/capital/config/getall': {},
  'GET /sapi/v1/asset/assetDetail': {},
  'POST /sapi/v3/asset/getUserAsset': { needBtcValuation: 'true' },
  'GET /sapi/v1/capital/deposit/hisrec': {},
  'GET /sapi/v1/capital/withdraw/history': {},
  'GET /sapi/v1/account/apiRestrictions': {},
  'GET /sapi/v1/asset/tradeFee': {},
  'GET /sapi/v1/account/status': {},
  'GET /sapi/v1/account/apiTradingStatus': {},
  'GET /sapi/v1/margin/allPairs': {},
  'GET /sapi/v1/margin/isolated/allPairs': {},
  'GET /fapi/v1/exchangeInfo': {},
  'GET /dapi/v1/exchangeInfo': {},
};
/** Without a chain there is no address, and listen keys are gone. Deposits are in `binance-clients/wallet.deep.test.ts`. */
const unanswered = [
  'GET /sapi/v1/capital/deposit/address',
  ...['POST', 'PUT', 'DELETE'].map((method) => `${method} /api/v3/userDataStream`),
];

interface Found {
  readonly where: string;
  readonly text: string;
}

/** The texts in a JSON that are plain numbers, each with its field's path. Places in lists don't count, but for those of rows. */
function* numbersIn(json: unknown, path = ''): Generator<Found> {
  if (typeof json === 'string') {
    if (/^-?\d+(\.\d+)?$/.test(json)) yield { where: path.trimEnd(), text: json };
  } else if (Array.isArray(json)) {
    for (const [index, item] of json.entries())
      yield* numbersIn(item, typeof item === 'string' ? joined(path, index) : path);
  } else if (typeof json === 'object' && json !== null) {
    const { e } = json as { readonly e?: unknown };
    const inside = typeof e === 'string' ? `${e} ` : path;
    for (const [name, value] of Object.entries(json)) yield* numbersIn(value, joined(inside, name));
  }
}

function joined(path: string, name: string | number): string {
  return path === '' || path.endsWith(' ') ? `${path}${name}` : `${path}.${name}`;
}

interface Judged {
  /** Numbers with fewer places. */
  readonly short: readonly Found[];
  readonly met: ReadonlySet<string>;
  readonly decimals: number;
}

function judge(jsons: Iterable<unknown>): Judged {
  const [short, met] = [[] as Found[], new Set<string>()];
  let decimals = 0;
  for (const found of numbersIn([...jsons])) {
    const known = exceptions.find(([where, only = found.text]) => where === found.where && only === found.text);
    if (known) met.add(known[0]);
    else if (/\.\d{8,}$/.test(found.text)) decimals += 1;
    else short.push(found);
  }
  return { short, met, decimals };
}

const answersOf = (answered: Answers): readonly unknown[] => [...answered.values()].flat();
const accountEvents = (): readonly unknown[] => api.events.map(({ event }) => event);
const marketEvents = (): readonly unknown[] => received.map(({ data }) => data);

describe('each number in a text has eight places', () => {
  test('in every answer of REST', () => {
    const asked = [...byRest.keys(), ...unanswered].toSorted();
    expect(asked).toEqual(
      table
        .filter(({ rest }) => rest !== null)
        .map(nameOf)
        .toSorted(),
    );
    expect(judge(answersOf(byRest)).short).toEqual([]);
  });

  test('in every answer of the WebSocket API', () => {
    expect([...bySocket.keys()].toSorted()).toEqual(
      table
        .filter(({ ws }) => ws !== null)
        .map(nameOf)
        .toSorted(),
    );
    expect(judge(answersOf(bySocket)).short).toEqual([]);
  });

  test('in every event of the account', () => expect(judge(accountEvents()).short).toEqual([]));

  test('in every event of the market', () => expect(judge(marketEvents()).short).toEqual([]));

  test('but for the exceptions, which are all met', () => {
    const { met, decimals } = judge([answersOf(byRest), answersOf(bySocket), accountEvents(), marketEvents()]);
    expect([...met].toSorted()).toEqual(exceptions.map(([where]) => where).toSorted());
    expect(decimals).toBeGreaterThan(1_000);
  });
});
