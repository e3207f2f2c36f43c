import { calls, type CallInput, type Twap } from '@fft/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestExchange, type TestCustomer, type TestExchange } from '../../../testing/test-exchange.ts';
import { waitFor } from '../../../testing/wait-for.ts';

type Terms = CallInput<typeof calls.twap.create>;

const symbol = 'BTC/USDT';
const everyMs = 10_000;
/** 500 USDT at 50,000, in parts of 125. */
const terms = { symbol, side: 'buy', quantity: '0.01', orders: 4, durationMs: 4 * everyMs } as const;

let clock: number;
let exchange: TestExchange;
let maker: TestCustomer;
let count = 0;

beforeAll(async () => {
  clock = Date.now();
  exchange = await startTestExchange({}, () => clock);
  maker = await exchange.register('maker');
  await maker.call(calls.demo.faucet, { requestId: 'btc', coin: 'BTC', amount: '0.5' });
});
afterAll(() => exchange.stop());

async function trader(usdt: string): Promise<TestCustomer> {
  const customer = await exchange.register(`trader-${++count}`);
  await customer.call(calls.demo.faucet, { requestId: 'usdt', coin: 'USDT', amount: usdt });
  return customer;
}

/** Asks of these prices and quantities, and nothing else. */
async function offer(...asks: readonly (readonly [price: string, quantity: string])[]): Promise<void> {
  await maker.call(calls.trade.cancelAll, { symbol: 'all' });
  for (const [price, quantity] of asks) {
    const order = { symbol, type: 'limit', side: 'sell', price, quantity, clientOrderId: `ask-${++count}` } as const;
    await maker.call(calls.trade.create, order);
  }
}

const begin = (who: TestCustomer, other: Partial<Terms> = {}): Promise<Twap> =>
  who.call(calls.twap.create, { clientId: `twap-${++count}`, ...terms, ...other });

/** Waits until so many parts are over, or it ended. */
const doneOf = (who: TestCustomer, { id }: Twap, done: number): Promise<Twap> =>
  waitFor(async () => {
    exchange.wake('orders.twaps');
    const { items } = await who.call(calls.twap.list, {});
    const now = items.find((item) => item.id === id);
    if (now === undefined || (now.done < done && now.state !== 'ended')) throw new Error('its parts are not over');
    return now;
  });

/** Lets so many parts come, each at its time. */
async function partsOf(who: TestCustomer, twap: Twap, parts: number): Promise<Twap> {
  let now = twap;
  for (let done = 1; done <= parts; done += 1) {
    now = await doneOf(who, twap, done);
    clock += everyMs;
  }
  return now;
}

const endOf = (who: TestCustomer, twap: Twap): Promise<Twap> => doneOf(who, twap, Infinity);

test('without enough money it stops, and says so', async () => {
  const anna = await trader('200');
  await offer(['50000', '0.1']);
  const twap = await begin(anna);
  await partsOf(anna, twap, 1);
  expect(await endOf(anna, twap)).toMatchObject({ reason: 'insufficientBalance', filled: '0.00250' });
  const { items } = await anna.call(calls.content.list, { kind: 'account' });
  expect(items.filter(({ title }) => title.includes('TWAP order ended'))).toHaveLength(1);
});

test('money that pays for every part at the book buys all, though not at the worst price', async () => {
  await offer(['50000', '0.1']);
  // The last part finds 130 and costs 125; at the worst price it would freeze 131.25.
  const anna = await trader('505');
  const twap = await begin(anna);
  await partsOf(anna, twap, 4);
  expect(await endOf(anna, twap)).toMatchObject({ reason: 'filled', filledTotal: '500.000000' });
});

test('a part that takes several prices freezes what it costs, and buys whole', async () => {
  await offer(['50000', '0.0005'], ['51000', '0.0005'], ['52000', '0.05']);
  // 25 and 25.5 for the first two, 78 for the rest: 128.5 of 129, where 52,000 for all would be 130.
  const bob = await trader('129');
  const twap = await begin(bob, { quantity: '0.005', orders: 2, durationMs: 2 * everyMs, worstPrice: '52500' });
  expect(await partsOf(bob, twap, 1)).toMatchObject({ done: 1, filled: '0.00250', filledTotal: '128.500000' });
  await bob.call(calls.twap.stop, { id: twap.id });
  const { accounts } = await bob.call(calls.assets.overview, {});
  expect(accounts.coin.find(({ coin }) => coin === 'USDT')).toMatchObject({ usable: '0.500000', frozen: '0.000000' });
});
