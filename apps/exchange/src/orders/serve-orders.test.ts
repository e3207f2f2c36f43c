import { RefusedError } from '@fft/client';
import { calls, Code, type CallInput } from '@fft/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestExchange, type TestCustomer, type TestExchange } from '../../testing/test-exchange.ts';

type Create = CallInput<typeof calls.trade.create>;

let exchange: TestExchange;
let anna: TestCustomer;
let li: TestCustomer;
let orders = 0;

beforeAll(async () => {
  exchange = await startTestExchange();
  anna = await exchange.register('anna', 'en');
  li = await exchange.register('li', 'zh');
  await fund(anna, 'BTC', '1');
  await fund(li, 'USDT', '100000');
});
afterAll(() => exchange.stop());

const fund = (who: TestCustomer, coin: string, amount: string) =>
  who.call(calls.demo.faucet, { requestId: `fund-${coin}`, coin, amount });

const order = (fields: Partial<Create>): Create => ({
  clientOrderId: `test-${++orders}`,
  symbol: 'BTC/USDT',
  side: 'buy',
  type: 'limit',
  ...fields,
});

const refusal = (call: Promise<unknown>): Promise<RefusedError> =>
  call.then(
    () => expect.unreachable('the call was not refused'),
    (error: unknown) => {
      expect(error).toBeInstanceOf(RefusedError);
      return error as RefusedError;
    },
  );

async function usable(who: TestCustomer, coin: string): Promise<{ usable?: string; frozen?: string }> {
  const { accounts } = await who.call(calls.assets.overview, {});
  const line = accounts.coin.find((balance) => balance.coin === coin);
  return { usable: line?.usable ?? '', frozen: line?.frozen ?? '' };
}

describe('an order that trades', () => {
  test('a limit sell rests and is bought by limit and market orders, and every figure is exact', async () => {
    const sell = await anna.call(calls.trade.create, order({ side: 'sell', price: '97412.50', quantity: '0.5' }));
    expect(sell).toMatchObject({ state: 'processing', filled: '0.00000', price: '97412.5', quantity: '0.50000' });
    expect(await usable(anna, 'BTC')).toEqual({ usable: '0.50000000', frozen: '0.50000000' });

    const bought = await li.call(calls.trade.create, order({ price: '97500', quantity: '0.2' }));
    expect(bought).toMatchObject({
      state: 'filled',
      filled: '0.20000',
      // At the maker's price, not the buyer's.
      filledTotal: '19482.500000',
      average: '97412.500',
      fee: '0.00020000',
      feeCoin: 'BTC',
    });
    const spent = await li.call(calls.trade.create, order({ type: 'market', amount: '9741.25' }));
    expect(spent).toMatchObject({ state: 'filled', filled: '0.10000', filledTotal: '9741.250000', fee: '0.00010000' });

    expect(await usable(li, 'USDT')).toEqual({ usable: '70776.250000', frozen: '0.000000' });
    expect(await usable(li, 'BTC')).toEqual({ usable: '0.29970000', frozen: '0.00000000' });
    // 29,223.75 less the maker fee of 0.08 %, rounded up in each fill.
    expect(await usable(anna, 'USDT')).toEqual({ usable: '29200.371000', frozen: '0.000000' });

    const cancelled = await anna.call(calls.trade.cancel, { id: sell.id });
    expect(cancelled).toMatchObject({ state: 'cancelled', reason: 'byOwner', filled: '0.30000' });
    expect(await usable(anna, 'BTC')).toEqual({ usable: '0.70000000', frozen: '0.00000000' });
  });

  test('the history lists orders with their fills, newest first, page by page', async () => {
    const first = await li.call(calls.trade.history, { limit: 1 });
    expect(first.items).toHaveLength(1);
    expect(first.items[0]).toMatchObject({ type: 'market', state: 'filled' });
    expect(first.items[0]?.fills).toMatchObject([
      {
        price: '97412.5',
        quantity: '0.10000',
        amount: '9741.250000',
        fee: '0.00010000',
        feeCoin: 'BTC',
        role: 'taker',
      },
    ]);
    const second = await li.call(calls.trade.history, { limit: 1, cursor: first.next ?? '' });
    expect(second.items).toMatchObject([{ type: 'limit', quantity: '0.20000' }]);
    expect(second.next).toBeNull();
    const sold = await anna.call(calls.trade.history, { side: 'sell' });
    expect(sold.items[0]?.fills?.map(({ role, fee }) => [role, fee])).toEqual([
      ['maker', '15.586000'],
      ['maker', '7.793000'],
    ]);
  });

  describe('an order with more than 500 fills', () => {
    let first: string;
    beforeAll(async () => {
      const { items } = await anna.call(calls.trade.history, { limit: 1 });
      first = items[0]?.fills?.[0]?.id ?? '';
      await exchange.database.pool.query(
        `insert into fills select (f).* from (select jsonb_populate_record(fills, jsonb_build_object('trade_number', n)) as f
          from fills, generate_series(1001, 1700) as n where trade_number = $1) as more`,
        [Number(first)],
      );
    });
    afterAll(() => exchange.database.pool.query('delete from fills where trade_number > 1000'));

    async function read(from: { readonly fillsAfter?: string }) {
      const { items } = await anna.call(calls.trade.history, { limit: 1, ...from });
      const { fills = [], moreFills } = items[0] ?? {};
      return { count: fills.length, begins: fills[0]?.id, ends: fills.at(-1)?.id ?? '', moreFills };
    }

    test('an order’s history contains its first 500 fills, and the rest follow the last one', async () => {
      const begun = await read({});
      expect(begun).toMatchObject({ count: 500, begins: first, moreFills: true });
      expect(await read({ fillsAfter: begun.ends })).toMatchObject({ count: 202, ends: '1700', moreFills: undefined });
    });

    test('an invalid fill id is refused', async () => {
      expect((await refusal(read({ fillsAfter: 'x' }))).code).toBe(Code.badRequest);
    });
  });

  test('the 30-day volume counts purchases and sales by role', async () => {
    expect(await li.call(calls.trade.volume, {})).toEqual({
      maker: '0.000000',
      taker: '29223.750000',
      fees: null,
      tiers: [],
    });
    expect(await anna.call(calls.trade.volume, {})).toMatchObject({ maker: '29223.750000', taker: '0.000000' });
  });

  test('the history begins and ends at the requested times', async () => {
    const [newest] = (await li.call(calls.trade.history, { limit: 1 })).items;
    const time = newest?.time ?? 0;
    const idsOf = async (filter: { readonly from?: number; readonly to?: number }): Promise<readonly string[]> =>
      (await li.call(calls.trade.history, filter)).items.map(({ id }) => id);
    expect(await idsOf({ from: time })).toContain(newest?.id);
    expect(await idsOf({ to: time })).not.toContain(newest?.id);
    expect(await idsOf({ from: time + 1 })).toEqual([]);
  });

  test('the ticker, the trades and the depth reflect the trade', async () => {
    const detail = await exchange.anonymous.call(calls.trade.detail, { symbol: 'BTC/USDT' });
    expect(detail.usable).toBeNull();
    expect(detail.ticker).toMatchObject({
      last: '97412.5',
      volume: '0.30000',
      turnover: '29223.750000',
      change: '0.000000',
    });
    expect(detail.trades.map(({ quantity, side }) => [quantity, side])).toEqual([
      ['0.10000', 'buy'],
      ['0.20000', 'buy'],
    ]);
    const mine = await li.call(calls.trade.detail, { symbol: 'BTC/USDT' });
    expect(mine.usable).toEqual({ base: '0.29970000', quote: '70776.250000' });
  });
});

describe('depth', () => {
  test('depth is grouped so that no price looks better than it is', async () => {
    for (const price of ['96000.1', '96000.9', '96001.5']) {
      await li.call(calls.trade.create, order({ price, quantity: '0.01' }));
    }
    await anna.call(calls.trade.create, order({ side: 'sell', price: '98000.1', quantity: '0.02' }));
    const plain = await exchange.anonymous.call(calls.trade.depth, { symbol: 'BTC/USDT' });
    expect(plain.bids).toEqual([
      ['96001.5', '0.01000'],
      ['96000.9', '0.01000'],
      ['96000.1', '0.01000'],
    ]);
    const grouped = await exchange.anonymous.call(calls.trade.depth, { symbol: 'BTC/USDT', step: '1' });
    expect(grouped.bids).toEqual([
      ['96001.0', '0.01000'],
      ['96000.0', '0.02000'],
    ]);
    expect(grouped.asks).toEqual([['98001.0', '0.02000']]);
  });

  test('an invalid step and an unknown market are refused', async () => {
    expect(await refusal(exchange.anonymous.call(calls.trade.depth, { symbol: 'BTC/USDT', step: '0' }))).toMatchObject({
      code: Code.badRequest,
    });
    expect(await refusal(exchange.anonymous.call(calls.trade.depth, { symbol: 'ABC/DEF' }))).toMatchObject({
      code: Code.notFound,
      message: 'No such market',
    });
  });
});

describe('open orders', () => {
  test('open orders are listed by market and page by page', async () => {
    const all = await li.call(calls.trade.openOrders, { symbol: 'BTC/USDT', limit: 2 });
    expect(all.items.map(({ price }) => price)).toEqual(['96001.5', '96000.9']);
    const rest = await li.call(calls.trade.openOrders, { limit: 2, cursor: all.next ?? '' });
    expect(rest.items.map(({ price }) => price)).toEqual(['96000.1']);
    expect(rest.next).toBeNull();
    expect((await li.call(calls.trade.openOrders, { symbol: 'ETH/USDT' })).items).toEqual([]);
  });
});

describe('refused requests', () => {
  const rows: [name: string, fields: Partial<Create>, code: number, message: string, data?: unknown][] = [
    [
      'off the tick',
      { price: '97000.15', quantity: '0.01' },
      Code.offStep,
      '价格须为 0.1 的整数倍',
      { step: '0.1', field: 'price' },
    ],
    ['off the lot', { price: '97000', quantity: '0.000001' }, Code.offStep, '数量须为 0.00001 的整数倍'],
    ['no price', { quantity: '1' }, Code.badRequest, '字段不能为空', { fields: { price: '字段不能为空' } }],
    ['no quantity', { price: '97000' }, Code.badRequest, '字段不能为空'],
    [
      'a stop that sells by amount',
      { type: 'market', side: 'sell', amount: '10', stopPrice: '90000', stopDirection: 'falling' },
      Code.badRequest,
      '委托参数有误',
    ],
    [
      'both quantity and amount',
      { type: 'market', quantity: '1', amount: '10' },
      Code.badRequest,
      '数量与金额只能填一项',
    ],
    ['a NaN', { price: 'NaN', quantity: '1' }, Code.badRequest, '请输入正确的数字'],
    ['an exponent', { price: '1e5', quantity: '1' }, Code.badRequest, '请输入正确的数字'],
    ['a sign', { price: '97000', quantity: '-1' }, Code.badRequest, '请输入正确的数字'],
    [
      'below the minimum total',
      { price: '97000', quantity: '0.00001' },
      Code.amountOutOfRange,
      '低于最小金额 5',
      { min: '5.000000', field: 'amount' },
    ],
    ['above the maximum', { price: '97000', quantity: '101' }, Code.amountOutOfRange, '数量超过上限 100'],
    [
      'outside the band',
      { price: '150000', quantity: '0.001' },
      Code.priceOutsideBand,
      '价格须在 77,930 至 116,895 之间',
      { min: '77930.0', max: '116895.0', field: 'price' },
    ],
    ['too little money', { price: '97000', quantity: '10' }, Code.insufficientBalance, '余额不足'],
    [
      'post-only that crosses',
      { price: '98100', quantity: '0.01', postOnly: true },
      Code.wouldNotRest,
      '只做 Maker 的委托会立即成交，已拒绝',
    ],
    [
      'an FOK that can not fill',
      { price: '98100', quantity: '0.03', timeInForce: 'FOK' },
      Code.wouldNotRest,
      '无法全部成交，已撤销',
    ],
    ['an empty book', { symbol: 'SOL/USDT', type: 'market', amount: '100' }, Code.wouldNotRest, '当前没有对手盘'],
    ['an unknown market', { symbol: 'ABC/DEF', price: '1', quantity: '1' }, Code.notFound, '交易对不存在'],
    ['far too large', { price: '97000', quantity: '999999999999999' }, Code.amountOutOfRange, '数量超过上限 100'],
    ['a price with too many digits', { price: '9'.repeat(13), quantity: '1' }, Code.badRequest, '请输入正确的数字'],
  ];
  test.each(rows)('an order is refused: %s', async (_name, fields, code, message, data) => {
    const before = await usable(li, 'USDT');
    const refused = await refusal(li.call(calls.trade.create, order(fields)));
    expect([refused.code, refused.message]).toEqual([code, message]);
    if (data !== undefined) expect(refused.data).toMatchObject(data as object);
    expect(await usable(li, 'USDT')).toEqual(before);
  });

  test('a request without a session is refused', async () => {
    const refused = await refusal(
      exchange.anonymous.call(calls.trade.create, order({ price: '97000', quantity: '1' })),
    );
    expect(refused.code).toBe(Code.sessionInvalid);
  });

  test('another customer’s order is answered as if it did not exist', async () => {
    const [resting] = (await li.call(calls.trade.openOrders, {})).items;
    const other = await refusal(anna.call(calls.trade.cancel, { id: resting?.id ?? '' }));
    const missing = await refusal(anna.call(calls.trade.cancel, { id: '999999' }));
    expect([other.code, other.message, other.data]).toEqual([missing.code, missing.message, missing.data]);
    expect(missing.code).toBe(Code.notFound);
    expect((await li.call(calls.trade.openOrders, {})).items[0]?.id).toBe(resting?.id);
  });

  test('a second cancellation is refused', async () => {
    const resting = await li.call(calls.trade.create, order({ price: '96000', quantity: '0.01' }));
    await li.call(calls.trade.cancel, { clientOrderId: resting.clientOrderId });
    expect(await refusal(li.call(calls.trade.cancel, { id: resting.id }))).toMatchObject({ code: Code.orderNotOpen });
    expect(await refusal(li.call(calls.trade.cancel, {}))).toMatchObject({ code: Code.badRequest });
  });
});

describe('a repeated clientOrderId', () => {
  test('the same body returns the same order in its current state', async () => {
    const body = order({ price: '96000', quantity: '0.02' });
    const first = await li.call(calls.trade.create, body);
    const again = await Promise.all(Array.from({ length: 20 }, () => li.call(calls.trade.create, body)));
    expect(again.map(({ id }) => id)).toEqual(Array.from({ length: 20 }, () => first.id));
    await li.call(calls.trade.cancel, { id: first.id });
    expect(await li.call(calls.trade.create, body)).toMatchObject({ id: first.id, state: 'cancelled' });
  });

  test('an id may have the characters that clients of other exchanges use', async () => {
    const clientOrderId = 'x-R4BD3S82_1.5:a/b';
    const placed = await li.call(calls.trade.create, order({ clientOrderId, price: '90000', quantity: '0.01' }));
    expect(placed).toMatchObject({ clientOrderId, state: 'processing' });
    const { items } = await li.call(calls.trade.history, { clientOrderId });
    expect(items).toMatchObject([{ id: placed.id, clientOrderId }]);
    const cancelled = await li.call(calls.trade.cancel, { clientOrderId });
    expect(cancelled).toMatchObject({ id: placed.id, clientOrderId, state: 'cancelled' });
  });

  test('another body is a conflict', async () => {
    const body = order({ price: '96000', quantity: '0.02' });
    await li.call(calls.trade.create, body);
    expect(await refusal(li.call(calls.trade.create, { ...body, quantity: '0.03' }))).toMatchObject({
      code: Code.conflict,
    });
  });
});

test('a restart changes nothing that customers see', async () => {
  const see = async () => ({
    annaAssets: await anna.call(calls.assets.overview, {}),
    liAssets: await li.call(calls.assets.overview, {}),
    open: await li.call(calls.trade.openOrders, {}),
    past: await li.call(calls.trade.history, { limit: 100 }),
    ticker: await exchange.anonymous.call(calls.market.tickers, {}),
    book: (({ bids, asks }) => ({ bids, asks }))(
      await exchange.anonymous.call(calls.trade.depth, { symbol: 'BTC/USDT' }),
    ),
  });
  const before = await see();
  await exchange.restart();
  const after = await see();
  const timeless = (seen: typeof before) => ({
    ...seen,
    ticker: seen.ticker.map((ticker) => ({ ...ticker, time: 0 })),
  });
  expect(timeless(after)).toEqual(timeless(before));
});
