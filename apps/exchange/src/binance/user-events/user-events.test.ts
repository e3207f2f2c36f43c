import type { Client } from '@fft/client';
import { calls, type Order } from '@fft/contract';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { waitFor, waitUntil } from '../../../testing/wait-for.ts';
import { createTestKey } from '../../../testing/test-api-key.ts';
import { testLimits } from '../../../testing/test-accounts.ts';
import { plainDecimals } from '../../../testing/test-binance.ts';
import {
  startTestExchange,
  type AnotherGateway,
  type TestCustomer,
  type TestExchange,
} from '../../../testing/test-exchange.ts';
import { connectWsApi, type ApiSigner, type TestWsApi } from '../../../testing/test-ws-api.ts';

let exchange: TestExchange;
let other: AnotherGateway;
let maker: TestCustomer;
let taker: TestCustomer;
const signers = new Map<TestCustomer, ApiSigner>();
let orders = 0;
const open: TestWsApi[] = [];

beforeAll(async () => {
  exchange = await startTestExchange({}, Date.now, testLimits);
  other = await exchange.another();
  [maker, taker] = [await exchange.register('maker'), await exchange.register('taker')];
  for (const [name, customer] of [
    ['maker', maker],
    ['taker', taker],
  ] as const) {
    const { key, secret } = await createTestKey(exchange, { customer, name }, { rights: 'read' });
    signers.set(customer, { apiKey: key.id, secret });
  }
  await maker.call(calls.demo.faucet, { requestId: 'fund', coin: 'BTC', amount: '1' });
  await taker.call(calls.demo.faucet, { requestId: 'fund', coin: 'USDT', amount: '90000' });
  // A process reports what it applies: a stream of the other one begins after these coins only once they are there.
  for (const [customer, coin, amount] of [
    [maker, 'BTC', 1],
    [taker, 'USDT', 90_000],
  ] as const)
    await waitUntil(async () => {
      const balances = await balancesOf(other.as(customer));
      return balances.some(([name, usable]) => name === coin && usable === amount);
    });
});
afterAll(() => exchange.stop());
afterEach(() => {
  for (const { socket } of open.splice(0)) socket.terminate();
});

type Event = Readonly<Record<string, unknown>>;

interface Follower {
  /** Events of these kinds, in order. */
  of(...kinds: string[]): Event[];
  all(): Event[];
}

async function follow(customer: TestCustomer, url = exchange.url): Promise<Follower> {
  const api = await connectWsApi(url);
  open.push(api);
  const signer = signers.get(customer) ?? { apiKey: '' };
  expect(await api.askSigned(signer, 'userDataStream.subscribe.signature')).toMatchObject({ status: 200 });
  const all = () => api.events.map(({ event }) => event);
  return { all, of: (...kinds) => all().filter(({ e }) => kinds.includes(String(e))) };
}

type Wanted = Partial<
  Record<'price' | 'quantity' | 'amount' | 'stopPrice' | 'stopDirection' | 'timeInForce', string>
> & {
  readonly side: 'buy' | 'sell';
  readonly type?: 'limit' | 'market';
};
const place = (who: TestCustomer, wanted: Wanted): Promise<Order> =>
  who.call(calls.trade.create, {
    clientOrderId: `u-${++orders}`,
    symbol: 'BTC/USDT',
    type: 'limit',
    ...wanted,
  } as Parameters<typeof who.call<typeof calls.trade.create>>[1]);

const brief = (events: readonly Event[]) => events.map(({ x, X }) => `${String(x)} ${String(X)}`);

describe('execution reports', () => {
  test('of an order that rests, trades and is cancelled are complete and in order, for both sides and in every process', async () => {
    const [mine, elsewhere, theirs] = [await follow(maker), await follow(maker, other.url), await follow(taker)];
    const sold = await place(maker, { side: 'sell', price: '97000', quantity: '0.003' });
    await place(taker, { side: 'buy', price: '97000', quantity: '0.001' });
    const bought = await place(taker, { side: 'buy', price: '97000', quantity: '0.001' });
    await maker.call(calls.trade.cancel, { id: sold.id });
    // The balances of a command follow its reports, each in a message of its own.
    await waitFor(() => expect(mine.all()).toHaveLength(8));
    const reports = mine.of('executionReport');
    expect(brief(reports)).toEqual([
      'NEW NEW',
      'TRADE PARTIALLY_FILLED',
      'TRADE PARTIALLY_FILLED',
      'CANCELED CANCELED',
    ]);
    expect(reports[0]).toEqual({
      e: 'executionReport',
      E: expect.any(Number) as number,
      s: 'BTCUSDT',
      c: sold.clientOrderId,
      S: 'SELL',
      o: 'LIMIT',
      f: 'GTC',
      q: '0.00300000',
      p: '97000.00000000',
      P: '0.00000000',
      F: '0.00000000',
      g: -1,
      C: '',
      x: 'NEW',
      X: 'NEW',
      r: 'NONE',
      i: Number(sold.id),
      l: '0.00000000',
      z: '0.00000000',
      L: '0.00000000',
      n: '0',
      N: null,
      T: sold.time,
      t: -1,
      I: expect.any(Number) as number,
      w: true,
      m: false,
      M: false,
      O: sold.time,
      Z: '0.00000000',
      Y: '0.00000000',
      Q: '0.00000000',
      W: sold.time,
      V: 'EXPIRE_TAKER',
    });
    expect(reports[1]).toMatchObject({
      l: '0.00100000',
      L: '97000.00000000',
      z: '0.00100000',
      Y: '97.00000000',
      Z: '97.00000000',
      m: true,
      N: 'USDT',
    });
    expect(reports[3]).toMatchObject({ c: `cancel-${sold.id}`, C: sold.clientOrderId, z: '0.00200000', w: false });
    const ids = reports.map(({ I }) => Number(I));
    expect(ids).toEqual(ids.toSorted((one, another) => one - another));
    expect(new Set(ids).size).toBe(4);
    await waitFor(() => expect(elsewhere.all()).toHaveLength(8));
    const comparable = (events: readonly Event[]) => events.map((event) => ({ ...event, E: 0 }));
    expect(comparable(elsewhere.all())).toEqual(comparable(mine.all()));
    await waitFor(() => expect(theirs.of('executionReport')).toHaveLength(4));
    const own = theirs.of('executionReport').slice(2);
    expect(brief(own)).toEqual(['NEW NEW', 'TRADE FILLED']);
    expect(own[1]).toMatchObject({
      i: Number(bought.id),
      z: '0.00100000',
      m: false,
      N: 'BTC',
      t: expect.any(Number) as number,
    });
  });

  test('say why an order expires: its time in force, an empty book, the own order on the other side', async () => {
    const mine = await follow(taker);
    await place(maker, { side: 'sell', price: '97010', quantity: '0.001' });
    await place(taker, { side: 'buy', price: '97010', quantity: '0.002', timeInForce: 'IOC' });
    await waitFor(() => expect(mine.of('executionReport')).toHaveLength(3));
    expect(brief(mine.of('executionReport'))).toEqual(['NEW NEW', 'TRADE PARTIALLY_FILLED', 'EXPIRED EXPIRED']);
    expect(mine.of('executionReport')[2]).toMatchObject({
      eR: 'UNFILLED_IOC_QUANTITY_EXPIRED',
      z: '0.00100000',
      C: '',
    });
    const bid = await place(taker, { side: 'buy', price: '96000', quantity: '0.001' });
    await place(taker, { side: 'buy', price: '97020', quantity: '0.001' });
    await waitFor(() => expect(mine.of('executionReport')).toHaveLength(5));
    await place(maker, { side: 'sell', price: '97020', quantity: '0.001' });
    // The bought coin is offered to the own bid.
    await place(taker, { side: 'sell', price: '96000', quantity: '0.001' });
    await waitFor(() => expect(mine.of('executionReport').at(-1)).toMatchObject({ X: 'EXPIRED_IN_MATCH' }));
    expect(mine.of('executionReport').at(-1)).toMatchObject({
      x: 'TRADE_PREVENTION',
      A: '0.00100000',
      B: '0.00100000',
    });
    await taker.call(calls.trade.cancel, { id: bid.id });
  });

  test('of a market order by amount end with FILLED and what it bought', async () => {
    const mine = await follow(taker);
    await place(maker, { side: 'sell', price: '97030', quantity: '0.001' });
    await place(maker, { side: 'sell', price: '97031', quantity: '0.002' });
    await place(taker, { side: 'buy', type: 'market', amount: '200' });
    await waitFor(() => expect(mine.of('executionReport')).toHaveLength(3));
    expect(brief(mine.of('executionReport'))).toEqual(['NEW NEW', 'TRADE PARTIALLY_FILLED', 'TRADE FILLED']);
    const [first, , last] = mine.of('executionReport');
    expect(last).toMatchObject({ o: 'MARKET', Q: '200.00000000', q: last?.['z'], w: false, W: first?.['O'] });
    // As on Binance, a new order's quantity is what the amount buys, and it works at once.
    expect(first).toMatchObject({ q: last?.['z'], z: '0.00000000', w: true, W: first?.['O'] });
    await maker.call(calls.trade.cancelAll, { symbol: 'all' });
  });

  test('of a pair name its list, and of an amendment the new quantity', async () => {
    const mine = await follow(maker);
    const pair = { symbol: 'BTC/USDT', side: 'sell', quantity: '0.001', price: '99000', stopPrice: '95000' } as const;
    const placed = await maker.call(calls.trade.createPair, {
      ...pair,
      clientOrderId: 'leg',
      stopClientOrderId: 'stop',
    });
    const list = Number(placed.stop.id);
    await waitFor(() => expect(mine.of('listStatus')).toHaveLength(1));
    expect(mine.of('listStatus')[0]).toMatchObject({
      g: list,
      c: 'OCO',
      l: 'EXEC_STARTED',
      L: 'EXECUTING',
      O: [
        { s: 'BTCUSDT', i: Number(placed.limit.id), c: 'leg' },
        { s: 'BTCUSDT', i: list, c: 'stop' },
      ],
    });
    expect(mine.of('executionReport')).toMatchObject([
      { o: 'LIMIT_MAKER', g: list, w: true },
      { o: 'STOP_LOSS', g: list, P: '95000.00000000', w: false },
    ]);
    await maker.call(calls.trade.cancel, { clientOrderId: 'leg' });
    await waitFor(() => expect(mine.of('listStatus')).toHaveLength(2));
    expect(brief(mine.of('executionReport').slice(2))).toEqual(['CANCELED CANCELED', 'CANCELED CANCELED']);
    expect(mine.of('listStatus')[1]).toMatchObject({ g: list, l: 'ALL_DONE', L: 'ALL_DONE' });
    const { id } = await place(maker, { side: 'sell', price: '98000', quantity: '0.002' });
    await maker.call(calls.trade.amend, { id, price: '98000', quantity: '0.001' });
    await waitFor(() =>
      expect(mine.of('executionReport').at(-1)).toMatchObject({ x: 'REPLACED', X: 'NEW', q: '0.00100000' }),
    );
    await maker.call(calls.trade.cancelAll, { symbol: 'all' });
  });

  test('of a list whose stop triggers expire its other leg and show when the stop began to work', async () => {
    const mine = await follow(maker);
    const pair = {
      symbol: 'BTC/USDT',
      side: 'sell',
      quantity: '0.001',
      price: '99000',
      stopPrice: '96500',
      stopLimitPrice: '98500',
    } as const;
    await maker.call(calls.trade.createPair, { ...pair, clientOrderId: 'leg2', stopClientOrderId: 'stop2' });
    await place(taker, { side: 'buy', price: '96400', quantity: '0.001' });
    await place(maker, { side: 'sell', price: '96400', quantity: '0.001' });
    await waitFor(() => expect(mine.of('executionReport').at(-1)).toMatchObject({ X: 'EXPIRED' }));
    const [triggered, expired] = mine.of('executionReport').slice(-2);
    expect(triggered).toMatchObject({ c: 'stop2', x: 'NEW', X: 'NEW', w: true, W: triggered?.['T'] });
    expect(expired).toMatchObject({ c: 'leg2', x: 'EXPIRED', eR: 'OCO_TRIGGER' });
    await maker.call(calls.trade.cancelAll, { symbol: 'all' });
    await waitFor(() => expect(mine.of('listStatus').at(-1)).toMatchObject({ l: 'ALL_DONE' }));
  });
});

describe('balances', () => {
  test('come after the reports of each command, with deposits and transfers as updates', async () => {
    const mine = await follow(taker);
    await taker.call(calls.demo.faucet, { requestId: 'more', coin: 'ETH', amount: '0.5' });
    await waitFor(() => expect(mine.all()).toHaveLength(2));
    expect(mine.all()).toMatchObject([
      { e: 'balanceUpdate', a: 'ETH', d: expect.stringMatching(/^0\.50*$/) as string },
      { e: 'outboundAccountPosition', B: [{ a: 'ETH', f: expect.stringMatching(/^0\.50*$/) as string }] },
    ]);
    await place(taker, { side: 'buy', price: '90000', quantity: '0.001' });
    await waitFor(() => expect(mine.all()).toHaveLength(4));
    expect(mine.all().slice(2)).toMatchObject([
      { e: 'executionReport' },
      { e: 'outboundAccountPosition', B: [{ a: 'USDT', l: '90.00000000' }] },
    ]);
    await taker.call(calls.trade.cancelAll, { symbol: 'all' });
  });

  test('and reports of random orders add up to what the calls answer', async () => {
    const [mine, theirs] = [await follow(maker), await follow(taker)];
    let seed = 11;
    const random = (most: number): number => {
      seed = (seed * 48_271) % 2_147_483_647;
      return seed % most;
    };
    for (let round = 0; round < 120; round++) {
      const isSale = random(2) === 0;
      const price = `${97_100 + random(6) + (isSale ? 0 : -2)}`;
      const who = isSale ? maker : taker;
      const order = await place(who, { side: isSale ? 'sell' : 'buy', price, quantity: `0.00${1 + random(3)}` }).catch(
        () => null,
      );
      if (order && random(3) === 0) await who.call(calls.trade.cancel, { id: order.id }).catch(() => null);
    }
    for (const [who, { all, of }] of [
      [maker, mine],
      [taker, theirs],
    ] as const) {
      // A stream is in order: this update ends what the orders brought.
      await who.call(calls.demo.faucet, { requestId: 'end', coin: 'ETH', amount: '0.01' });
      await waitFor(() => expect(of('balanceUpdate')).toHaveLength(1));
      const { items } = await who.call(calls.trade.history, { limit: 100 });
      const byId = new Map(items.map((order) => [Number(order.id), order]));
      const balances = await balancesOf(who);
      await waitFor(() => {
        for (const [coin, usable, frozen] of balances) {
          const last = all()
            .filter(({ e }) => e === 'outboundAccountPosition')
            .flatMap(({ B }) => B as { a: string; f: string; l: string }[])
            .findLast(({ a }) => a === coin);
          if (last) expect([Number(last.f), Number(last.l)]).toEqual([usable, frozen]);
        }
      });
      const reports = Map.groupBy(
        all().filter(({ e }) => e === 'executionReport'),
        ({ i }) => Number(i),
      );
      for (const [id, own] of reports) {
        expect(own[0]).toMatchObject({ x: 'NEW', X: 'NEW', z: '0.00000000' });
        let filled = 0;
        for (const report of own.slice(1)) {
          filled += Math.round(Number(report['l']) * 1e5);
          expect(Math.round(Number(report['z']) * 1e5)).toBe(filled);
        }
        const order = byId.get(id);
        const ends = {
          processing: ['NEW', 'PARTIALLY_FILLED'],
          filled: ['FILLED'],
          cancelled: ['CANCELED', 'EXPIRED_IN_MATCH'],
        };
        const states: Readonly<Record<string, readonly string[]>> = ends;
        expect(states[order?.state ?? '']).toContain(own.at(-1)?.['X']);
        expect(plainDecimals(own.at(-1))).toMatchObject(
          plainDecimals({ z: order?.filled, Z: order?.filledTotal }) as object,
        );
      }
    }
  });
});

async function balancesOf(who: Client): Promise<readonly (readonly [string, number, number])[]> {
  const { accounts } = await who.call(calls.assets.overview, {});
  return accounts.coin.map(({ coin, usable, frozen }) => [coin, Number(usable), Number(frozen)] as const);
}
