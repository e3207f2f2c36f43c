import { createStream } from '@fft/client';
import { calls, type PriceAlert } from '@fft/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { waitFor } from '../../../testing/wait-for.ts';
import { startTestExchange, type TestCustomer, type TestExchange } from '../../../testing/test-exchange.ts';
import { maxAlerts } from './price-alerts.ts';

let exchange: TestExchange;
let anna: TestCustomer;
let li: TestCustomer;
let orders = 0;

beforeAll(async () => {
  exchange = await startTestExchange();
  anna = await exchange.register('anna', 'en');
  li = await exchange.register('li', 'zh');
  await anna.call(calls.demo.faucet, { requestId: 'fund', coin: 'BTC', amount: '1' });
  await li.call(calls.demo.faucet, { requestId: 'fund', coin: 'USDT', amount: '100000' });
});
afterAll(() => exchange.stop());

async function trade(price: string): Promise<void> {
  const order = { symbol: 'BTC/USDT', type: 'limit', price, quantity: '0.001' } as const;
  await anna.call(calls.trade.create, { ...order, clientOrderId: `watch-${++orders}`, side: 'sell' });
  await li.call(calls.trade.create, { ...order, clientOrderId: `watch-${++orders}`, side: 'buy' });
}

const makeAlert = (who: TestCustomer, price: string, symbol = 'BTC/USDT') =>
  who.call(calls.watchlist.createAlert, { symbol, price });
const alertsOf = (who: TestCustomer) => who.call(calls.watchlist.alerts, {});

describe('favourites', () => {
  test('keep their order, belong to an account, and are replaced as a whole', async () => {
    expect(await anna.call(calls.watchlist.favourites, {})).toEqual([]);
    const symbols = 'SOL/USDT,BTC/USDT,SOL/USDT';
    expect(await anna.call(calls.watchlist.setFavourites, { symbols })).toEqual(['SOL/USDT', 'BTC/USDT']);
    await exchange.restart();
    expect(await anna.call(calls.watchlist.favourites, {})).toEqual(['SOL/USDT', 'BTC/USDT']);
    expect(await li.call(calls.watchlist.favourites, {})).toEqual([]);
    await anna.call(calls.watchlist.setFavourites, { symbols: 'ETH/BTC' });
    expect(await anna.call(calls.watchlist.favourites, {})).toEqual(['ETH/BTC']);
    expect(await anna.call(calls.watchlist.setFavourites, { symbols: '' })).toEqual([]);
  });

  test('must be markets, and need a session', async () => {
    const set = (who: Pick<TestCustomer, 'call'>, symbols: string) =>
      who.call(calls.watchlist.setFavourites, { symbols });
    await expect(set(anna, 'BTC/USDT,ABC/DEF')).rejects.toMatchObject({ code: 404, message: 'No such market' });
    await expect(set(li, 'nonsense')).rejects.toMatchObject({ code: 400, message: '格式不正确' });
    await expect(set(exchange.anonymous, 'BTC/USDT')).rejects.toMatchObject({ code: 1001 });
    const many = Array.from({ length: 201 }, (_, index) => `A${index}/USDT`).join(',');
    await expect(set(anna, many)).rejects.toMatchObject({ code: 400, message: 'This is too long' });
  });
});

describe('price alerts', () => {
  test('fire once, at the first trade that reaches them, and notify only their owner', async () => {
    await trade('97000');
    const up = await makeAlert(anna, '97500');
    const down = await makeAlert(anna, '96500.5');
    const other = await makeAlert(li, '97500');
    expect([up.direction, down.direction, up.fired]).toEqual(['up', 'down', null]);
    expect(await makeAlert(anna, '97500')).toEqual(up);

    const pushed: PriceAlert[] = [];
    const stream = createStream({ url: `${exchange.url.replace('http', 'ws')}/ws`, token: () => anna.token });
    stream.subscribe('alerts', (alerts) => pushed.push(...alerts));
    let ready = false;
    stream.subscribe('orders', () => (ready = true));
    await waitFor(async () => {
      await trade('97400');
      expect(ready).toBe(true);
    });
    await trade('97600');
    await waitFor(() => expect(pushed).toMatchObject([{ id: up.id, fired: { price: '97600.0' } }]));
    await trade('97700');
    await trade('96500.5');
    await waitFor(() => expect(pushed.map(({ id }) => id)).toEqual([up.id, down.id]));
    stream.close();
    expect((await alertsOf(anna)).map(({ id, fired }) => [id, fired?.price])).toEqual([
      [down.id, '96500.5'],
      [up.id, '97600.0'],
    ]);
    expect(await alertsOf(li)).toMatchObject([{ id: other.id, fired: { price: '97600.0' } }]);
    const inboxOf = async (who: TestCustomer) => (await who.call(calls.content.list, { kind: 'account' })).items;
    expect((await inboxOf(anna)).map(({ title }) => title)).toEqual([
      'Price alert: BTC/USDT fell to 96500.5',
      'Price alert: BTC/USDT rose to 97500.0',
      'Welcome to FFT',
    ]);
    expect((await inboxOf(li))[0]).toMatchObject({ title: '价格提醒：BTC/USDT 涨到 97500.0', read: false });
  });

  test('stay active through a restart', async () => {
    await trade('97000');
    const { id } = await makeAlert(li, '97100');
    await exchange.restart();
    expect((await alertsOf(li))[0]).toMatchObject({ id, fired: null });
    await trade('97100');
    await waitFor(async () => expect((await alertsOf(li))[0]).toMatchObject({ id, fired: { price: '97100.0' } }));
  });

  test('can be deleted only by their owner', async () => {
    const { id } = await makeAlert(anna, '110000');
    const remove = (who: TestCustomer) => who.call(calls.watchlist.deleteAlert, { id });
    await expect(remove(li)).rejects.toMatchObject({ code: 404, message: '提醒不存在' });
    await remove(anna);
    await expect(remove(anna)).rejects.toMatchObject({ code: 404, message: 'No such alert' });
    expect((await alertsOf(anna)).map((alert) => alert.id)).not.toContain(id);
  });

  test('are refused off the tick, at zero, in unknown markets, and beyond the maximum number', async () => {
    await expect(makeAlert(anna, '97000.05')).rejects.toMatchObject({ code: 2003, data: { step: '0.1' } });
    await expect(makeAlert(anna, '0')).rejects.toMatchObject({ code: 400 });
    await expect(makeAlert(anna, '1e5')).rejects.toMatchObject({ code: 400 });
    await expect(makeAlert(anna, '97000', 'ABC/DEF')).rejects.toMatchObject({ code: 404 });
    const twins = await Promise.all([makeAlert(anna, '120000'), makeAlert(anna, '120000')]);
    expect(twins[0]).toEqual(twins[1]);
    const make = (index: number) => makeAlert(anna, String(120_000 + index));
    const missing = 2;
    for (let index = 0; index < maxAlerts - missing; index += 1) await make(index);
    // Requests of one customer wait for each other with a connection each, so that many of them time out on a busy machine.
    const tries = Array.from({ length: missing + 3 }, (_, index) => make(maxAlerts + index));
    const made = (await Promise.allSettled(tries)).filter(({ status }) => status === 'fulfilled');
    expect(made).toHaveLength(missing);
    await expect(makeAlert(anna, '130000')).rejects.toMatchObject({
      code: 409,
      message: 'You have the maximum of 50 alerts. Delete one first',
    });
  });
});
