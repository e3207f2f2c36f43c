import { createStream } from '@fft/client';
import { calls } from '@fft/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestExchange, type TestCustomer, type TestExchange } from '../../testing/test-exchange.ts';
import { createTestTrader, type TestTrader } from '../../testing/test-trader.ts';
import { waitFor } from '../../testing/wait-for.ts';

let exchange: TestExchange;
let maker: TestCustomer;
let anna: TestTrader;
let count = 0;

const eth = { symbol: 'ETH/USDT', type: 'limit', quantity: '0.1' } as const;
const newId = () => `halt-${++count}`;

beforeAll(async () => {
  exchange = await startTestExchange();
  maker = await exchange.register('maker');
  for (const coin of ['ETH', 'USDT']) {
    await maker.call(calls.demo.faucet, { requestId: coin, coin, amount: coin === 'ETH' ? '5' : '9000' });
  }
  anna = await createTestTrader(exchange, 'anna', { ETH: '3', USDT: '9000' });
  const other = await exchange.register('other');
  await other.call(calls.demo.faucet, { requestId: 'usdt', coin: 'USDT', amount: '9000' });
  await placeAll();
  for (const price of ['2000', '2300']) {
    await maker.call(calls.trade.create, { ...eth, side: 'sell', price, clientOrderId: newId() });
    await other.call(calls.trade.create, { ...eth, side: 'buy', price, clientOrderId: newId() });
  }
});
afterAll(() => exchange.stop());

const placed: Record<string, string> = {};

/** One order for each door, before the market halts. */
async function placeAll(): Promise<void> {
  for (const name of ['byId', 'byName', 'byBinance', 'bySocket']) {
    const order = { ...eth, side: 'sell', price: '3000', clientOrderId: name } as const;
    placed[name] = (await anna.customer.call(calls.trade.create, order)).id;
  }
  const { limit } = await anna.customer.call(calls.trade.createPair, {
    symbol: eth.symbol,
    side: 'sell',
    quantity: '0.1',
    clientOrderId: 'pair-limit',
    price: '3100',
    stopClientOrderId: 'pair-stop',
    stopPrice: '1000',
  });
  placed['pair'] = limit.id;
  const terms = { side: 'sell', low: '3200', high: '3400', levels: 2, quantity: '0.2', sizes: 'equal' } as const;
  await anna.customer.call(calls.scaled.create, { id: 'scaled-1', symbol: eth.symbol, ...terms });
}

const openIds = async (): Promise<string[]> =>
  (await anna.customer.call(calls.trade.openOrders, { limit: 100 })).items
    .map(({ clientOrderId }) => clientOrderId)
    .filter((id) => !id.startsWith('scaled'))
    .toSorted();

test('in a halted market an order is cancelled by its id, by its name, and by Binance’s call', async () => {
  const { customer } = anna;
  const listed = await customer.call(calls.market.list, {});
  expect(listed.find(({ symbol }) => symbol === 'ETH/USDT')).toMatchObject({ state: 'halted' });
  expect(await customer.call(calls.trade.cancel, { id: placed['byId'] ?? '' })).toMatchObject({ state: 'cancelled' });
  expect(await customer.call(calls.trade.cancel, { clientOrderId: 'byName' })).toMatchObject({ state: 'cancelled' });
  const byBinance = { symbol: 'ETHUSDT', origClientOrderId: 'byBinance' };
  expect(await anna.done('DELETE', 'order', byBinance)).toMatchObject({ status: 'CANCELED' });
  expect(await openIds()).toEqual(['bySocket', 'pair-limit', 'pair-stop']);
});

test('a pair goes as a whole, and the orders of a scaled order together', async () => {
  await anna.customer.call(calls.trade.cancel, { id: placed['pair'] ?? '' });
  expect(await openIds()).toEqual(['bySocket']);
  expect(await anna.customer.call(calls.scaled.cancel, { id: 'scaled-1' })).toEqual({ cancelled: 2, open: 0 });
});

test('what a lost socket cancels is cancelled in a halt, too', async () => {
  const stream = createStream({ url: `${exchange.url.replace('http', 'ws')}/ws`, token: () => anna.customer.token });
  stream.cancelOnDisconnect(true);
  // The answer follows those to earlier requests.
  await stream.call('cancel', { id: '1' }).catch(() => undefined);
  expect(await openIds()).toEqual(['bySocket']);
  stream.close();
  await waitFor(async () => expect(await openIds()).toEqual([]));
  expect(await anna.customer.call(calls.trade.cancelAll, { symbol: eth.symbol })).toEqual({ cancelled: 0 });
});
