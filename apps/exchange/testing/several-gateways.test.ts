import { createStream, OrderBook, type Client } from '@fft/client';
import { calls, type Candle, type Order, type PriceAlert } from '@fft/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { waitFor } from './wait-for.ts';
import { startTestExchange, type AnotherGateway, type TestCustomer, type TestExchange } from './test-exchange.ts';

let exchange: TestExchange;
let other: AnotherGateway;
let anna: TestCustomer;
let li: TestCustomer;
let orders = 0;
const symbol = 'BTC/USDT';

beforeAll(async () => {
  exchange = await startTestExchange({ ORDERS_PER_10S: '200' });
  other = await exchange.another();
  anna = await exchange.register('anna');
  li = await exchange.register('li');
  await anna.call(calls.demo.faucet, { requestId: 'fund', coin: 'BTC', amount: '1' });
  await li.call(calls.demo.faucet, { requestId: 'fund', coin: 'USDT', amount: '100000' });
});
afterAll(async () => {
  await other.stop();
  await exchange.stop();
});

const order = (side: 'buy' | 'sell', price: string, quantity = '0.001') =>
  ({ symbol, type: 'limit', side, price, quantity, clientOrderId: `g-${++orders}` }) as const;

const socketOf = (url: string) => `${url.replace('http', 'ws')}/ws`;
const depthOf = (who: Client) => who.call(calls.trade.depth, { symbol, limit: 100 });
const candlesOf = (who: Client) => who.call(calls.candles.list, { symbol, interval: '1m' });

/** Makes one trade at exactly this price, after cancelling other resting orders. */
async function tradeAt(price: string): Promise<void> {
  for (const who of [anna, li]) {
    for (const { id } of (await who.call(calls.trade.openOrders, { limit: 100 })).items) {
      await who.call(calls.trade.cancel, { id });
    }
  }
  await anna.call(calls.trade.create, order('sell', price));
  await li.call(calls.trade.create, order('buy', price));
}

/** All public data of the market, as one process returns it. */
async function seenBy(who: Client): Promise<unknown> {
  const { bids, asks } = await depthOf(who);
  const details = await who.call(calls.candles.chartData, { symbol });
  const [ticker] = (await who.call(calls.market.tickers, {})).filter((each) => each.symbol === symbol);
  return { bids, asks, trades: details.trades, candles: await candlesOf(who), ticker: { ...ticker, time: 0 } };
}

describe('two processes on one database', () => {
  test('a customer of one trades with a customer of the other, and both show the same', async () => {
    const resting = await anna.call(calls.trade.create, order('sell', '97000', '0.01'));
    await waitFor(async () => expect((await depthOf(other.anonymous)).asks).toHaveLength(1));
    const bought = await other.as(li).call(calls.trade.create, order('buy', '97000', '0.004'));
    expect(bought).toMatchObject({ state: 'filled', filled: '0.00400' });
    await waitFor(async () => {
      const [open] = (await anna.call(calls.trade.openOrders, {})).items;
      expect(open).toMatchObject({ id: resting.id, filled: '0.00400' });
    });
    await waitFor(async () => expect(await seenBy(exchange.anonymous)).toEqual(await seenBy(other.anonymous)));
  });

  test('candles, tickers, trades and books stay equal while both accept orders', async () => {
    const stream = createStream({ url: socketOf(other.url) });
    const book = new OrderBook();
    const sequences: number[] = [];
    const candles = new Map<number, Candle>();
    stream.subscribe(`depth:${symbol}`, (push, seq) => {
      sequences.push(seq);
      book.apply(push);
    });
    stream.subscribe(`kline:${symbol}:1m`, (pushed) => {
      for (const candle of pushed) candles.set(candle[0], candle);
    });
    const ways = [
      { seller: anna, buyer: li },
      { seller: other.as(anna), buyer: other.as(li) },
    ];
    await Promise.all(
      ways.map(async ({ seller, buyer }, way) => {
        for (let step = 0; step < 30; step += 1) {
          const price = String(97_000 + ((step * 7 + way * 3) % 11));
          await seller.call(calls.trade.create, order('sell', price));
          await buyer.call(calls.trade.create, order('buy', price));
        }
      }),
    );
    await waitFor(async () => expect(await seenBy(exchange.anonymous)).toEqual(await seenBy(other.anonymous)));
    const { bids, asks, seq } = await depthOf(other.anonymous);
    await waitFor(() => expect(sequences.at(-1)).toBe(seq));
    expect({ bids: book.bids, asks: book.asks }).toEqual({ bids, asks });
    expect(sequences).toEqual(sequences.map((_, index) => (sequences[0] ?? 0) + index));
    const last = (await candlesOf(exchange.anonymous)).at(-1);
    await waitFor(() => expect([...candles.values()].at(-1)).toEqual(last));
    // A naive fold over the tables, through whichever process the trades came.
    const all = await candlesOf(other.anonymous);
    await waitFor(async () => {
      const { rows } = await exchange.database.pool.query<{ lots: string; trades: string }>(
        'select sum(quantity_lots)::text as lots, count(*)::text as trades from fills where market = 0',
      );
      expect(all.reduce((sum, candle) => sum + candle[7], 0)).toBe(Number(rows[0]?.trades));
      expect(all.reduce((sum, candle) => sum + Number(candle[5]), 0)).toBeCloseTo(Number(rows[0]?.lots) / 100_000, 5);
    });
    stream.close();
  });

  test('the same clientOrderId sent to both makes one order', async () => {
    const input = order('sell', '99000');
    const both = await Promise.all([
      anna.call(calls.trade.create, input),
      other.as(anna).call(calls.trade.create, input),
    ]);
    expect(both[0].id).toBe(both[1].id);
    await anna.call(calls.trade.cancel, { id: both[0].id });
  });

  test('orders and messages reach their customer’s socket at the other process', async () => {
    const stream = createStream({ url: socketOf(other.url), token: () => anna.token });
    const pushes: Order[] = [];
    const alerts: PriceAlert[] = [];
    const unread: number[] = [];
    stream.subscribe('orders', (pushed) => pushes.push(...pushed));
    stream.subscribe('alerts', (pushed) => alerts.push(...pushed));
    stream.subscribe('messages', (pushed) => unread.push(pushed.unread));
    await waitFor(async () => {
      await anna.call(calls.trade.create, order('sell', '99000'));
      expect(pushes.length).toBeGreaterThan(0);
    });
    const alert = await anna.call(calls.watchlist.createAlert, { symbol, price: '97900' });
    await tradeAt('98000');
    await waitFor(() => expect(alerts).toMatchObject([{ id: alert.id, fired: { price: '98000.0' } }]));
    await waitFor(() => expect(unread.length).toBeGreaterThan(0));
    stream.close();
  });

  test('an alert created at a process that has stopped is fired by the other', async () => {
    const leaving = await exchange.another();
    const { id } = await leaving.as(li).call(calls.watchlist.createAlert, { symbol, price: '98500' });
    await leaving.stop();
    await tradeAt('98600');
    await waitFor(async () => {
      const [alert] = await li.call(calls.watchlist.alerts, {});
      expect(alert).toMatchObject({ id, fired: { price: '98600.0' } });
    });
  });

  test('a log-out at one process closes the session’s socket at the other', async () => {
    const max = await exchange.register('max');
    const socket = new WebSocket(socketOf(other.url));
    const closed = new Promise<number>((resolve) => {
      socket.addEventListener('close', ({ code }) => resolve(code));
    });
    await new Promise((resolve) => socket.addEventListener('open', resolve));
    socket.send(JSON.stringify({ op: 'auth', id: 1, token: max.token }));
    const answer = await new Promise((resolve) => socket.addEventListener('message', ({ data }) => resolve(data)));
    expect(JSON.parse(String(answer))).toMatchObject({ op: 'auth', code: 200 });
    await max.call(calls.auth.logout, {});
    // The check of sessions is an hour away.
    expect(await closed).toBe(4001);
    await expect(other.as(max).call(calls.user.read, {})).rejects.toMatchObject({ code: 1001 });
  });

  test('orders count against one limit across processes', async () => {
    // So few that the slowest machine reaches them within ten seconds.
    const limited = await startTestExchange({ ORDERS_PER_10S: '10' });
    const beside = await limited.another();
    const eve = await limited.register('eve');
    await eve.call(calls.demo.faucet, { requestId: 'fund', coin: 'USDT', amount: '10000' });
    const send = (who: Client) => who.call(calls.trade.create, order('buy', '90000', '0.0001'));
    const results = await Promise.allSettled(
      Array.from({ length: 9 }, (_, index) => send(index % 2 === 0 ? eve : beside.as(eve))),
    );
    expect(results.map(({ status }) => status)).toEqual(results.map(() => 'fulfilled'));
    await waitFor(async () => {
      await expect(send(eve)).rejects.toMatchObject({ code: 429 });
      await expect(send(beside.as(eve))).rejects.toMatchObject({ code: 429 });
    });
    await limited.stop();
  });

  test('another process continues to write the tables after the writer stops', async () => {
    const third = await exchange.another();
    // Stops the writer; one of the other two takes over.
    await exchange.restart();
    const { id } = await third.as(anna).call(calls.trade.create, order('sell', '97500'));
    await third.as(anna).call(calls.trade.cancel, { id });
    const history = await third.as(anna).call(calls.trade.history, {});
    expect(history.items[0]).toMatchObject({ id, state: 'cancelled' });
    await third.stop();
    expect((await other.as(anna).call(calls.trade.history, {})).items[0]).toMatchObject({ id, state: 'cancelled' });
  });
});
