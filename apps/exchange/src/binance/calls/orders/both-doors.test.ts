import { calls, type Order as NativeOrder } from '@fft/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { waitFor } from '../../../../testing/wait-for.ts';
import { createRandom, type Random } from '../../../../testing/faults/random.ts';
import { plainDecimals, type Query } from '../../../../testing/test-binance.ts';
import { startTestExchange, type TestExchange } from '../../../../testing/test-exchange.ts';
import { createTestTrader, type TestTrader } from '../../../../testing/test-trader.ts';
import { connectWsApi, type TestWsApi } from '../../../../testing/test-ws-api.ts';

/** Set `MIXED_SEED` and `MIXED_STEPS` to repeat or prolong a run. */
const seed = Number(process.env['MIXED_SEED'] ?? 5);
const steps = Number(process.env['MIXED_STEPS'] ?? 250);

type Answer = Readonly<Record<string, unknown>>;

interface Side extends TestTrader {
  readonly api: TestWsApi;
}

let exchange: TestExchange;
let traders: readonly [Side, Side];

beforeAll(async () => {
  // A market that halted by itself would refuse the rest.
  exchange = await startTestExchange();
  const begin = async (name: string): Promise<Side> => {
    const trader = await createTestTrader(exchange, name, { BTC: '0.4', USDT: '50000' });
    const api = await connectWsApi(exchange.url);
    const signer = { apiKey: trader.key.key.id, secret: trader.key.secret };
    expect(await api.askSigned(signer, 'userDataStream.subscribe.signature')).toMatchObject({ status: 200 });
    return { ...trader, api };
  };
  traders = [await begin('anna'), await begin('li')];
});
afterAll(async () => {
  for (const { api } of traders) api.socket.close();
  await exchange.stop();
});

const symbol = 'BTCUSDT';
const priceFrom = (random: Random): string => String(97_000 + random.below(8) * 10 - 40);
const quantityFrom = (random: Random): string => `0.00${1 + random.below(5)}`;

/** Does one thing by one of the doors; what it refuses is no failure. */
async function step(random: Random, index: number): Promise<void> {
  const by = random.pick(traders);
  const [side, price, quantity] = [random.oneIn(2) ? 'buy' : 'sell', priceFrom(random), quantityFrom(random)] as const;
  const id = `mixed.${index}`;
  const order = { symbol: 'BTC/USDT', side, quantity, clientOrderId: id } as const;
  const binanceOrder = { symbol, side: side.toUpperCase(), quantity, newClientOrderId: id };
  const limit = { ...binanceOrder, type: 'LIMIT', timeInForce: random.pick(['GTC', 'GTC', 'IOC', 'FOK']), price };
  const open = await by.customer.call(calls.trade.openOrders, {});
  const own = open.items[random.below(Math.max(1, open.items.length))];
  const ours = { symbol, orderId: own?.id ?? '1' };
  const native = (work: Promise<unknown>) => work.catch(() => undefined);
  const ask = (method: string, path: string, query: Query) => by.ask(method, `/api/v3/${path}`, query);
  const acts: readonly (() => Promise<unknown>)[] = [
    () => native(by.customer.call(calls.trade.create, { ...order, type: 'limit', price })),
    () => native(by.customer.call(calls.trade.create, { ...order, type: 'market' })),
    () => native(by.customer.call(calls.trade.cancel, { id: ours.orderId })),
    () => native(by.customer.call(calls.trade.amend, { id: ours.orderId, price, quantity })),
    () => ask('POST', 'order', limit),
    () => ask('POST', 'order', limit),
    () => ask('POST', 'order', { ...binanceOrder, type: 'LIMIT_MAKER', price }),
    () => ask('POST', 'order', { ...binanceOrder, type: 'MARKET' }),
    () => ask('POST', 'order', { ...limit, timeInForce: 'GTC', icebergQty: '0.001' }),
    () => ask('POST', 'order', { ...limit, timeInForce: 'GTC', type: 'STOP_LOSS_LIMIT', stopPrice: priceFrom(random) }),
    () => ask('DELETE', 'order', { ...ours, newClientOrderId: `cancel.${index}` }),
    () => ask('PUT', 'order/amend/keepPriority', { ...ours, newQty: '0.001' }),
    () =>
      ask('POST', 'order/cancelReplace', { ...limit, cancelReplaceMode: 'ALLOW_FAILURE', cancelOrderId: ours.orderId }),
    () =>
      ask('POST', 'orderList/oco', {
        symbol,
        side: 'SELL',
        quantity,
        aboveType: 'LIMIT_MAKER',
        abovePrice: '97050',
        belowType: 'STOP_LOSS_LIMIT',
        belowStopPrice: '96955',
        belowPrice: '96950',
        belowTimeInForce: 'GTC',
      }),
    () =>
      ask('POST', 'orderList/oco', {
        symbol,
        side: 'SELL',
        quantity,
        aboveType: 'TAKE_PROFIT_LIMIT',
        aboveStopPrice: '97040',
        abovePrice: '97035',
        aboveTimeInForce: 'GTC',
        belowType: 'STOP_LOSS',
        belowStopPrice: '96955',
      }),
  ];
  const act = acts[random.below(acts.length)];
  const answered = (await act?.()) as { readonly status?: number; readonly body?: unknown } | undefined;
  if ((answered?.status ?? 200) >= 500) throw new Error(`answered ${JSON.stringify(answered)}`);
}

/** All of a customer's orders over the native door. */
async function history({ customer }: Side): Promise<readonly NativeOrder[]> {
  const all: NativeOrder[] = [];
  let cursor: string | null = '';
  while (cursor !== null) {
    const page: { items: readonly NativeOrder[]; next: string | null } = await customer.call(calls.trade.history, {
      limit: 100,
      ...(cursor !== '' && { cursor }),
    });
    all.push(...page.items);
    cursor = page.next;
  }
  return all.toReversed();
}

const states: Readonly<Record<string, string>> = {
  NEW: 'processing',
  PARTIALLY_FILLED: 'processing',
  FILLED: 'filled',
  CANCELED: 'cancelled',
  EXPIRED: 'cancelled',
  EXPIRED_IN_MATCH: 'cancelled',
};

test('both doors tell the same orders, fills and balances, and events agree with answers, in order', async () => {
  for (let index = 0; index < steps; index += 1) await step(createRandom(seed, index), index);
  for (const trader of traders) {
    const native = await history(trader);
    const orders = await trader.done<Answer[]>('GET', 'allOrders', { symbol, orderId: 0, limit: 1_000 });
    expect(
      orders.map((order) => [String(order['orderId']), order['clientOrderId'], states[String(order['status'])]]),
    ).toEqual(native.map(({ id, clientOrderId, state }) => [id, clientOrderId, state]));
    expect(plainDecimals(orders.map((order) => [order['executedQty'], order['cummulativeQuoteQty']]))).toEqual(
      plainDecimals(native.map(({ filled, filledTotal }) => [filled, filledTotal])),
    );
    const open = await trader.done<Answer[]>('GET', 'openOrders', { symbol });
    expect(open).toEqual(orders.filter(({ status }) => states[String(status)] === 'processing'));

    const trades = await trader.done<Answer[]>('GET', 'myTrades', { symbol, fromId: 0, limit: 1_000 });
    const fills = native.flatMap(({ id, fills: own = [] }) => own.map((fill) => ({ order: id, ...fill })));
    const byNumber = fills.toSorted((one, other) => Number(one.id) - Number(other.id));
    const listed = trades.map((trade) => [
      trade['id'],
      trade['orderId'],
      trade['price'],
      trade['qty'],
      trade['commission'],
    ]);
    const known = byNumber.map(({ id, order, price, quantity, fee }) => [
      Number(id),
      Number(order),
      price,
      quantity,
      fee,
    ]);
    expect(plainDecimals(listed)).toEqual(plainDecimals(known));
    expect(trades.map(({ isMaker }) => (isMaker === true ? 'maker' : 'taker'))).toEqual(
      byNumber.map(({ role }) => role),
    );
    await waitFor(() => expectEvents(trader, orders, trades));
    await expectBalances(trader);
  }
});

/** Every order's last report has the order as it is read, reports only move on, and every fill is reported once. */
function expectEvents({ api }: Side, orders: readonly Answer[], trades: readonly Answer[]): void {
  const reports = api.events.map(({ event }) => event).filter(({ e }) => e === 'executionReport');
  const numbers = reports.map(({ I }) => Number(I));
  expect(numbers).toEqual(numbers.toSorted((one, other) => one - other));
  const byOrder = Map.groupBy(reports, ({ i }) => i);
  expect([...byOrder.keys()].toSorted((one, other) => Number(one) - Number(other))).toEqual(
    orders.map(({ orderId }) => orderId),
  );
  for (const order of orders) {
    const own = byOrder.get(order['orderId']) ?? [];
    const last = own.at(-1) ?? {};
    expect(own[0]).toMatchObject({ x: 'NEW', X: 'NEW' });
    expect({
      status: last['X'],
      price: last['p'],
      origQty: last['q'],
      executedQty: last['z'],
      cummulativeQuoteQty: last['Z'],
      type: last['o'],
      side: last['S'],
      timeInForce: last['f'],
      orderListId: last['g'],
      updateTime: last['T'],
      clientOrderId: last['X'] === 'CANCELED' ? last['C'] : last['c'],
    }).toEqual(
      Object.fromEntries(
        [
          'status',
          'price',
          'origQty',
          'executedQty',
          'cummulativeQuoteQty',
          'type',
          'side',
          'timeInForce',
          'orderListId',
          'updateTime',
          'clientOrderId',
        ].map((field) => [field, order[field]]),
      ),
    );
  }
  const filled = reports.filter(({ x }) => x === 'TRADE');
  expect(filled.map(({ t, i, L, l, n, N, m }) => [t, i, L, l, n, N, m])).toEqual(
    trades.map(({ id, orderId, price, qty, commission, commissionAsset, isMaker }) => [
      id,
      orderId,
      price,
      qty,
      commission,
      commissionAsset,
      isMaker,
    ]),
  );
}

/** The last balances in events are those that the customer reads. */
async function expectBalances({ api, customer, done }: Side): Promise<void> {
  const { accounts } = await customer.call(calls.assets.overview, {});
  const { balances } = await done<{ readonly balances: readonly Answer[] }>('GET', 'account');
  const pushed = new Map<string, Answer>();
  for (const { event } of api.events) {
    if (event['e'] === 'outboundAccountPosition') {
      for (const balance of event['B'] as readonly Answer[]) pushed.set(String(balance['a']), balance);
    }
  }
  for (const coin of ['BTC', 'USDT']) {
    const read = accounts.coin.find((line) => line.coin === coin);
    const [free, locked] = [read?.usable, read?.frozen].map(plainDecimals);
    expect(plainDecimals(pushed.get(coin))).toEqual({ a: coin, f: free, l: locked });
    expect(plainDecimals(balances)).toContainEqual({ asset: coin, free, locked });
  }
}
