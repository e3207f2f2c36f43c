import { createStream } from '@fft/client';
import { calls, type Order } from '@fft/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createRandom } from '../../testing/faults/random.ts';
import { startTestExchange, type TestCustomer, type TestExchange } from '../../testing/test-exchange.ts';
import { waitFor } from '../../testing/wait-for.ts';

const symbol = 'ETH/BTC';
/** Of the market's prices and quantities. */
const [pricePlaces, quantityPlaces] = [5, 3];
const random = createRandom(54, 0);

let exchange: TestExchange;
let seller: TestCustomer;
let buyer: TestCustomer;
let count = 0;

beforeAll(async () => {
  exchange = await startTestExchange();
  seller = await exchange.register('seller');
  buyer = await exchange.register('buyer');
  await seller.call(calls.demo.faucet, { requestId: 'fund', coin: 'ETH', amount: '10' });
  await buyer.call(calls.demo.faucet, { requestId: 'fund', coin: 'BTC', amount: '1' });
});
afterAll(() => exchange.stop());

const place = (who: TestCustomer, side: 'buy' | 'sell', ticks: number, lots: number): Promise<Order> =>
  who.call(calls.trade.create, {
    clientOrderId: `average-${++count}`,
    symbol,
    side,
    type: 'limit',
    price: decimal(ticks, pricePlaces),
    quantity: decimal(lots, quantityPlaces),
  });

/** Sales at several prices, and an order that buys a part, all or more of them. */
async function tradeOnce(): Promise<void> {
  const ticks = 3_400 + random.below(100);
  const sales = Array.from({ length: 1 + random.below(4) }, () => 3 + random.below(90));
  for (const lots of sales) await place(seller, 'sell', ticks + random.below(8), lots);
  await place(buyer, 'buy', ticks + 8, 3 + random.below(2 * sales.reduce((sum, lots) => sum + lots, 0)));
  if (random.oneIn(2)) await buyer.call(calls.trade.cancelAll, { symbol: 'all' });
}

/** Leaves a partly filled order of each. */
async function leaveParts(): Promise<void> {
  for (const who of [buyer, seller]) await who.call(calls.trade.cancelAll, { symbol: 'all' });
  await place(seller, 'sell', 3_400, 5);
  await place(seller, 'sell', 3_401, 7);
  await place(buyer, 'buy', 3_402, 40);
  await place(seller, 'sell', 3_500, 50);
  await place(buyer, 'buy', 3_500, 10);
}

const decimal = (units: number, places: number): string => (units / 10 ** places).toFixed(places);
const unitsOf = (text: string): bigint => BigInt(text.replace('.', ''));

/** True if the text has two places more than prices, and no other such number is nearer to the average of the fills. */
function isAverageOf(text: string, { fills = [] }: Order): boolean {
  const quantity = fills.reduce((sum, fill) => sum + unitsOf(fill.quantity), 0n);
  const amount = fills.reduce((sum, fill) => sum + unitsOf(fill.price) * unitsOf(fill.quantity), 0n);
  const away = unitsOf(text) * quantity - amount * 100n;
  const twice = 2n * (away < 0n ? -away : away);
  const isNearest = twice < quantity || (twice === quantity && unitsOf(text) % 2n === 0n);
  return isNearest && text.split('.')[1]?.length === pricePlaces + 2;
}

/** Averages by order, as each push of the customer's stream last had them. */
async function follow(who: TestCustomer): Promise<{ readonly seen: Map<string, string | null>; close(): void }> {
  const seen = new Map<string, string | null>();
  const stream = createStream({ url: `${exchange.url.replace('http', 'ws')}/ws`, token: () => who.token });
  stream.subscribe('orders', (orders) => orders.forEach(({ id, average }) => seen.set(id, average)));
  await waitFor(async () => {
    // Of no other order, and far from the others.
    await place(who, who === seller ? 'sell' : 'buy', who === seller ? 3_600 : 3_300, 10);
    expect(seen.size).toBeGreaterThan(0);
  });
  await who.call(calls.trade.cancelAll, { symbol: 'all' });
  return { seen, close: () => stream.close() };
}

/** Averages by order, in the statement's lines and in its file. */
async function statementOf(who: TestCustomer, coin: string) {
  const { items, next } = await who.call(calls.assets.coinStatement, { coin, type: 'trade', limit: 100 });
  const file = await who.call(calls.assets.statementFile, { coin, type: 'trade' });
  expect([next, file.next]).toEqual([null, null]);
  const cells = file.csv.split('\r\n').map((line) => line.split(','));
  const [heading = []] = cells;
  const [reference, average] = [heading.indexOf('Reference'), heading.indexOf('Average price')];
  return {
    lines: new Map(items.flatMap(({ order }) => (order ? [[order.id, order.average]] : []))),
    file: new Map(cells.slice(1, -1).map((line) => [line[reference] ?? '', line[average] ?? null])),
  };
}

test('an order’s average is the same in lists, stream, statement and file, and the nearest to that of its fills', async () => {
  const streams = new Map([
    [seller, await follow(seller)],
    [buyer, await follow(buyer)],
  ]);
  for (let round = 0; round < 20; round += 1) await tradeOnce();
  await leaveParts();

  let between = 0;
  for (const [who, { seen, close }] of streams) {
    const { items } = await who.call(calls.trade.history, { limit: 100 });
    const { items: open } = await who.call(calls.trade.openOrders, { limit: 100 });
    const filled = items.filter(({ average }) => average !== null);
    expect(filled.length).toBeGreaterThan(10);
    expect(filled.filter((order) => !isAverageOf(order.average ?? '', order))).toEqual([]);
    between += filled.filter(({ average }) => !average?.endsWith('00')).length;

    const averages = new Map(filled.map(({ id, average }) => [id, average]));
    await waitFor(() => expect(new Map([...seen].filter(([, average]) => average !== null))).toEqual(averages));
    close();
    const statement = await statementOf(who, 'ETH');
    expect(statement).toEqual({ lines: averages, file: averages });
    const partly = open.filter(({ average }) => average !== null);
    expect(partly.map(({ average }) => average)).toEqual([averages.get(partly[0]?.id ?? '')]);
  }
  // Averages between two ticks, which a cut would hide.
  expect(between).toBeGreaterThan(5);
});
