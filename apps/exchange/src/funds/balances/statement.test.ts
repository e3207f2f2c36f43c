import { calls, Code, type CallOutput, type StatementLine } from '@fft/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestExchange, type TestCustomer, type TestExchange } from '../../../testing/test-exchange.ts';

let exchange: TestExchange;
let anna: TestCustomer;
let li: TestCustomer;
let sellId: string;

/** Anna sells half a bitcoin to Li in two fills, and moves a part of the proceeds to her fiat account. */
beforeAll(async () => {
  exchange = await startTestExchange();
  anna = await exchange.register('anna', 'en');
  li = await exchange.register('li', 'zh');
  await anna.call(calls.demo.faucet, { requestId: 'fund', coin: 'BTC', amount: '1' });
  await li.call(calls.demo.faucet, { requestId: '-fund', coin: 'USDT', amount: '60000' });
  const order = { symbol: 'BTC/USDT', type: 'limit', price: '100000' } as const;
  const sell = await anna.call(calls.trade.create, { ...order, clientOrderId: 's', side: 'sell', quantity: '0.5' });
  sellId = sell.id;
  for (const quantity of ['0.2', '0.3']) {
    await li.call(calls.trade.create, { ...order, clientOrderId: `b${quantity.at(-1)}`, side: 'buy', quantity });
  }
  const transfer = { requestId: 'move', coin: 'USDT', from: 'coin', to: 'fiat', amount: '1000' } as const;
  await anna.call(calls.transfer.submit, transfer);
});
afterAll(() => exchange.stop());

const short = ({ coin, type, amount, fee, balance }: StatementLine) => [coin, type, amount, fee, balance];

async function all(who: TestCustomer, limit: number): Promise<StatementLine[]> {
  const items: StatementLine[] = [];
  let cursor: string | null = null;
  do {
    const page: CallOutput<typeof calls.assets.coinStatement> = await who.call(calls.assets.coinStatement, {
      limit,
      ...(cursor === null ? {} : { cursor }),
    });
    items.push(...page.items);
    cursor = page.next;
  } while (cursor !== null);
  return items;
}

test('a statement lists every movement, newest first, and no freezing', async () => {
  const { items, next } = await anna.call(calls.assets.coinStatement, {});
  expect(items.map(short)).toEqual([
    ['USDT', 'transfer', '-1000.000000', '0.000000', '48960.000000'],
    ['USDT', 'fee', '-24.000000', '24.000000', '49960.000000'],
    ['BTC', 'trade', '-0.30000000', '0.00000000', '0.50000000'],
    ['USDT', 'trade', '30000.000000', '0.000000', '49984.000000'],
    ['USDT', 'fee', '-16.000000', '16.000000', '19984.000000'],
    ['BTC', 'trade', '-0.20000000', '0.00000000', '0.80000000'],
    ['USDT', 'trade', '20000.000000', '0.000000', '20000.000000'],
    ['BTC', 'deposit', '1.00000000', '0.00000000', '1.00000000'],
  ]);
  expect(next).toBeNull();
  expect(items.map(({ ref }) => ref)).toEqual(['move', ...Array<string>(6).fill(sellId), 'fund']);
  expect(new Set(items.map(({ id }) => id)).size).toBe(items.length);
});

test('lines of a trade and its fee name their order with its totals, its market and price', async () => {
  const { items } = await anna.call(calls.assets.coinStatement, {});
  const orders = items.flatMap(({ order }) => (order ? [order] : []));
  expect(orders).toHaveLength(6);
  for (const order of orders) {
    expect(order).toEqual({
      id: sellId,
      symbol: 'BTC/USDT',
      side: 'sell',
      type: 'limit',
      price: '100000.0',
      filled: '0.50000',
      filledTotal: '50000.000000',
      average: '100000.000',
      fee: '40.000000',
      feeCoin: 'USDT',
      state: 'filled',
    });
  }
});

test("a coin's lines lead from balance to balance, to the account's balance", async () => {
  const items = (await all(li, 100)).filter(({ coin }) => coin === 'BTC').toReversed();
  expect(items.length).toBe(4);
  let sum = 0n;
  for (const { amount, balance } of items) {
    sum += BigInt(amount.replace('.', ''));
    expect(BigInt(balance.replace('.', ''))).toBe(sum);
  }
  const { accounts } = await li.call(calls.assets.overview, {});
  expect(accounts.coin.find(({ coin }) => coin === 'BTC')?.total).toBe(items.at(-1)?.balance);
});

test('the fiat account has its own statement', async () => {
  const { items } = await anna.call(calls.assets.fiatStatement, {});
  expect(items.map(short)).toEqual([['USDT', 'transfer', '1000.000000', '0.000000', '1000.000000']]);
});

test.each([1, 2, 3, 7, 8])('pages of %i lines together are the whole statement', async (limit) => {
  expect(await all(anna, limit)).toEqual((await anna.call(calls.assets.coinStatement, {})).items);
});

describe('a statement filters', () => {
  test('by coin and by type', async () => {
    const of = async (query: object) => (await anna.call(calls.assets.coinStatement, query)).items.map(short);
    expect(await of({ coin: 'BTC' })).toHaveLength(3);
    expect(await of({ type: 'fee' })).toEqual([
      ['USDT', 'fee', '-24.000000', '24.000000', '49960.000000'],
      ['USDT', 'fee', '-16.000000', '16.000000', '19984.000000'],
    ]);
    expect(await of({ coin: 'BTC', type: 'deposit' })).toHaveLength(1);
    expect(await of({ type: 'reward' })).toEqual([]);
    expect(await of({ coin: 'ETH' })).toEqual([]);
  });

  test('by time: start included, end not', async () => {
    const { items } = await anna.call(calls.assets.coinStatement, {});
    const time = items.find(({ type }) => type === 'transfer')?.time ?? 0;
    const since = await anna.call(calls.assets.coinStatement, { from: time });
    expect(since.items.map(({ id }) => id)).toEqual(items.filter((item) => item.time >= time).map(({ id }) => id));
    expect(since.items.length).toBeGreaterThan(0);
    const before = await anna.call(calls.assets.coinStatement, { to: time });
    expect(before.items.length + since.items.length).toBe(items.length);
    expect((await anna.call(calls.assets.coinStatement, { from: time + 86_400_000 })).items).toEqual([]);
  });
});

describe('a statement file', () => {
  test('is in English, and safe for spreadsheets', async () => {
    const file = await anna.call(calls.assets.statementFile, { coin: 'BTC' });
    expect(file).toMatchObject({ name: 'fft-coin-statement.csv', lines: 3, next: null });
    const lines = file.csv.split('\r\n');
    expect(lines[0]).toBe(
      '\uFEFFTime (UTC),Coin,Type,Amount,Service charge,Balance,State,Reference,Id,Market,Side,Order type,Price,Trigger price,Average price',
    );
    expect(lines[3]).toMatch(
      /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d,BTC,Deposit,1\.00000000,0\.00000000,1\.00000000,Done,fund,\d+-\d+,,,,,,$/,
    );
    expect(lines[1]).toMatch(/,BTC\/USDT,Sell,Limit,100000\.0,,100000\.000$/);
    expect(lines).toHaveLength(5);
  });

  test('is in Chinese, with a reference that looks like a formula made safe', async () => {
    const { csv } = await li.call(calls.assets.statementFile, { type: 'deposit' });
    expect(csv).toContain('时间 (UTC),币种,类型');
    expect(csv).toContain(",USDT,充值,60000.000000,0.000000,60000.000000,完成,'-fund,");
  });

  test('covers the fiat account', async () => {
    expect(await anna.call(calls.assets.statementFile, { account: 'fiat' })).toMatchObject({ lines: 1 });
  });
});

describe('a statement call refuses', () => {
  const bills = [calls.assets.coinStatement, calls.assets.fiatStatement, calls.assets.statementFile] as const;

  test.each(bills)('$path: an unknown coin, a bad cursor, a bad type, bad times; in both languages', async (call) => {
    const refused = async (query: object, code: number, en: string, zh: string) => {
      await expect(anna.call(call, query)).rejects.toMatchObject({ code, message: en });
      await expect(li.call(call, query)).rejects.toMatchObject({ code, message: zh });
    };
    await refused({ coin: 'ABC' }, Code.notFound, 'No such coin', '币种不存在');
    const cursors = ['x', Buffer.from('1.2').toString('base64url'), Buffer.from('1.2.-3').toString('base64url')];
    cursors.push(Buffer.from('1.2.99999999999').toString('base64url'));
    for (const cursor of cursors) {
      await refused({ cursor }, Code.badRequest, 'This has the wrong format', '格式不正确');
    }
    await refused({ type: 'freeze' }, Code.badRequest, 'This is not one of the choices', '选项无效');
    await refused({ from: 'today' }, Code.badRequest, 'Enter a whole number within the range', '请输入范围内的整数');
    await refused({ to: -1 }, Code.badRequest, 'Enter a whole number within the range', '请输入范围内的整数');
  });

  test.each(bills)('$path: a call without a session', async (call) => {
    await expect(exchange.anonymous.call(call, {})).rejects.toMatchObject({ code: Code.sessionInvalid });
  });

  test("no line of another customer's statement, even with their cursor", async () => {
    const { next } = await anna.call(calls.assets.coinStatement, { limit: 1 });
    const { items } = await li.call(calls.assets.coinStatement, { cursor: next ?? '', limit: 100 });
    const own = new Set((await all(li, 100)).map(({ id }) => id));
    expect(items.length).toBeGreaterThan(0);
    expect(items.every(({ id }) => own.has(id))).toBe(true);
  });
});
