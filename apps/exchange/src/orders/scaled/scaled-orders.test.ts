import { RefusedError } from '@fft/client';
import { calls, Code, type CallInput, type Order } from '@fft/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestExchange, type TestCustomer, type TestExchange } from '../../../testing/test-exchange.ts';

type Terms = CallInput<typeof calls.scaled.preview>;

const terms: Terms = {
  symbol: 'BTC/USDT',
  side: 'buy',
  low: '40000',
  high: '44000',
  quantity: '0.01',
  levels: 5,
  sizes: 'decreasing',
};
let exchange: TestExchange;
let anna: TestCustomer;
let li: TestCustomer;

beforeAll(async () => {
  exchange = await startTestExchange();
  anna = await exchange.register('anna');
  li = await exchange.register('li', 'zh');
  await anna.call(calls.demo.faucet, { requestId: 'usdt', coin: 'USDT', amount: '1000' });
  await li.call(calls.demo.faucet, { requestId: 'usdt', coin: 'USDT', amount: '100' });
});
afterAll(() => exchange.stop());

async function refusal(call: Promise<unknown>): Promise<{ readonly code: number; readonly info: string }> {
  const error = await call.catch((thrown: unknown) => thrown);
  return error instanceof RefusedError
    ? { code: error.code, info: error.message }
    : expect.unreachable('the call was not refused');
}

const openOf = async (who: TestCustomer): Promise<readonly Order[]> =>
  (await who.call(calls.trade.openOrders, { limit: 100 })).items;

test('what a preview shows is placed to the unit, as ordinary orders of one parent, which is cancelled at once', async () => {
  const preview = await anna.call(calls.scaled.preview, terms);
  expect(preview.levels.map(({ price, quantity }) => [price, quantity])).toEqual([
    ['40000.0', '0.00334'],
    ['41000.0', '0.00267'],
    ['42000.0', '0.00200'],
    ['43000.0', '0.00133'],
    ['44000.0', '0.00066'],
  ]);
  const sum = (of: (level: (typeof preview.levels)[number]) => string) =>
    preview.levels.reduce((all, level) => all + Number(of(level)), 0);
  expect(Number(preview.quantity)).toBe(0.01);
  expect(sum(({ quantity }) => quantity)).toBeCloseTo(0.01, 10);
  expect(sum(({ amount }) => amount)).toBeCloseTo(Number(preview.amount), 8);

  expect(preview.average).toBe('41330.000');
  // 337 lots at 40,000, 337 at 42,000 and 336 at 44,000.
  const uneven = { ...terms, quantity: '0.0101', levels: 3, sizes: 'equal' as const };
  expect((await anna.call(calls.scaled.preview, uneven)).average).toBe('41998.020');

  const placed = await anna.call(calls.scaled.create, { id: 'ladder', ...terms });
  expect(placed).toMatchObject({ parent: 'ladder', placed: 5, refused: 0 });
  const open = await openOf(anna);
  expect(open.map(({ price, quantity }) => ({ price, quantity })).toReversed()).toEqual(
    preview.levels.map(({ price, quantity }) => ({ price, quantity })),
  );
  expect(open.map(({ clientOrderId }) => clientOrderId)).toContain('scaled:ladder:0');
  for (const { parent } of open) expect(parent).toEqual({ kind: 'scaled', id: 'ladder' });
  const { coins } = await anna.call(calls.transfer.balances, {});
  const usdt = coins.find(({ coin }) => coin === 'USDT');
  expect(Number(usdt?.coinAccount)).toBeCloseTo(1_000 - Number(preview.amount), 8);

  // Repeated, it is the same one; with other terms its id is taken.
  expect(await anna.call(calls.scaled.create, { id: 'ladder', ...terms })).toEqual(placed);
  for (const other of [{ levels: 6 }, { high: '45000' }, { levels: 3 }, { side: 'sell' as const }]) {
    const answer = await refusal(anna.call(calls.scaled.create, { id: 'ladder', ...terms, ...other }));
    expect(answer.code).toBe(Code.conflict);
  }
  expect(await openOf(anna)).toHaveLength(5);

  // Another customer's parent is unknown.
  expect((await refusal(li.call(calls.scaled.cancel, { id: 'ladder' }))).code).toBe(Code.notFound);
  const own = { clientOrderId: 'ladder', symbol: 'BTC/USDT', side: 'buy', type: 'limit', price: '39000' } as const;
  await anna.call(calls.trade.create, { ...own, quantity: '0.001' });
  expect(await anna.call(calls.scaled.cancel, { id: 'ladder' })).toEqual({ cancelled: 5, open: 0 });
  expect((await openOf(anna)).map(({ clientOrderId }) => clientOrderId)).toEqual(['ladder']);
  const { items } = await anna.call(calls.trade.history, { state: 'cancelled' });
  expect(items.map(({ parent }) => parent?.id)).toEqual(Array.from({ length: 5 }, () => 'ladder'));
  expect((await refusal(anna.call(calls.scaled.cancel, { id: 'ladder' }))).code).toBe(Code.notFound);
});

test('where the balance pays for some levels alone, the answer says which were refused and why', async () => {
  // 100 USDT pay for the first of two levels.
  const two = { ...terms, high: '41000', quantity: '0.004', levels: 2, sizes: 'equal' } as const;
  const placed = await li.call(calls.scaled.create, { id: 'half', ...two });
  expect(placed).toMatchObject({ placed: 1, refused: 1 });
  expect(placed.levels.map(({ order, refused }) => [order?.price, refused])).toEqual([
    ['40000.0', null],
    [undefined, { code: Code.insufficientBalance, message: '余额不足' }],
  ]);
  expect(await openOf(li)).toHaveLength(1);
  await li.call(calls.scaled.cancel, { id: 'half' });
});

test.each([
  [{ low: '44000', high: '40000' }, 'The range is too narrow for 5 different prices'],
  [{ low: '40000', high: '40000.3' }, 'The range is too narrow for 5 different prices'],
  [{ low: '0' }, 'The range is too narrow for 5 different prices'],
  [{ low: '40000.05' }, 'The price must be a multiple of 0.1'],
  [{ quantity: '0.000005' }, 'The quantity must be a multiple of 0.00001'],
  [{ quantity: '0' }, 'Amount is not enough: at least 0.00001'],
  [{ quantity: '0.0005' }, 'Amount is not enough: the total must be at least 5'],
  [{ quantity: '999999999999999' }, /The amount is over the maximum/],
  [{ high: '999999999999' }, /The price is over the maximum|The total is over the maximum/],
  [{ symbol: 'ABC/DEF' }, 'No such market'],
])('%j is refused whole, by the preview and before anything is placed', async (odd, info) => {
  const says: unknown = typeof info === 'string' ? expect.stringContaining(info) : expect.stringMatching(info);
  const whole = { ...terms, ...odd };
  expect((await refusal(anna.call(calls.scaled.preview, whole))).info).toEqual(says);
  expect((await refusal(anna.call(calls.scaled.create, { id: 'odd', ...whole }))).info).toEqual(says);
  expect((await openOf(anna)).filter(({ parent }) => parent?.id === 'odd')).toEqual([]);
});

test.each([{ levels: 1 }, { levels: 31 }, { levels: 2.5 }, { quantity: '-1' }, { low: '1e5' }, { sizes: 'odd' }])(
  '%j is no scaled order',
  async (odd) => {
    const answer = await fetch(`${exchange.url}${calls.scaled.create.path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'access-token': anna.token },
      body: JSON.stringify({ id: 'odd', ...terms, ...odd }),
    });
    expect(await answer.json()).toMatchObject({ code: Code.badRequest });
  },
);
