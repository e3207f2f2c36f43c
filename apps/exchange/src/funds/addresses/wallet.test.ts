import { calls, Code, type CallInput } from '@fft/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { payPassword, startTestMoney, type MoneyCustomer, type TestMoney } from '../../../testing/test-money.ts';

type Create = CallInput<typeof calls.addresses.create>;

const wallet = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';
const dayMs = 86_400_000;

let money: TestMoney;
let anna: MoneyCustomer;
let li: MoneyCustomer;

beforeAll(async () => {
  money = await startTestMoney();
  anna = await money.customer('anna', 'en');
  li = await money.customer('li', 'zh');
});
afterAll(() => money.exchange.stop());

const address = (fields: Partial<Create> = {}): Create => ({
  coin: 'USDT',
  chain: 'ETH',
  name: 'My wallet',
  address: wallet,
  payPassword,
  ...fields,
});

test('a saved address is usable a day later, and listed newest first', async () => {
  const first = await anna.call(calls.addresses.create, address());
  expect(first).toEqual({
    id: expect.stringMatching(/^\d+$/) as string,
    coin: 'USDT',
    chain: 'ETH',
    name: 'My wallet',
    address: wallet,
    usableFrom: money.clock.time + dayMs,
    time: money.clock.time,
  });
  const lowerCase = { address: '0x5aaeb6053f3e94c9b9a09f33669435e7ef1beaed', name: '冷钱包' };
  const second = await anna.call(calls.addresses.create, address(lowerCase));
  expect(second.address).toBe('0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed');
  const third = await anna.call(calls.addresses.create, {
    ...address({ coin: 'XRP', chain: 'XRP' }),
    address: 'rHb9CJAWyB4rj91VRWn96DkukG4bwdtyTh',
    memo: '12345',
  });
  expect(third.memo).toBe('12345');

  expect(await anna.call(calls.addresses.list, {})).toEqual({ items: [third, second, first], next: null });
  expect(await anna.call(calls.addresses.list, { coin: 'USDT' })).toEqual({ items: [second, first], next: null });
  expect(await anna.call(calls.addresses.list, { coin: 'XRP', chain: 'XRP' })).toEqual({ items: [third], next: null });
  const page = await anna.call(calls.addresses.list, { limit: 2 });
  expect(page.items).toEqual([third, second]);
  expect((await anna.call(calls.addresses.list, { limit: 2, cursor: page.next ?? '' })).items).toEqual([first]);
});

test('the owner gets an inbox message about a saved address, in their language', async () => {
  const { items } = await anna.call(calls.content.list, { kind: 'account' });
  expect(items.filter(({ title }) => title === 'A withdrawal address was saved')).toHaveLength(3);
  expect(items.map(({ summary }) => summary)).toContain('My wallet: USDT · Ethereum (ERC20)');
});

test('each customer can save an address once', async () => {
  await expect(anna.call(calls.addresses.create, address())).rejects.toMatchObject({
    code: Code.conflict,
    message: 'This address is saved already',
  });
  const { id } = await li.call(calls.addresses.create, address());
  expect((await li.call(calls.addresses.list, {})).items.map((item) => item.id)).toEqual([id]);
});

describe('deleting', () => {
  test('removes the address; saved again, it must wait again', async () => {
    const evm = address({ coin: 'ETH', chain: 'ETH', address: '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359' });
    const saved = await anna.call(calls.addresses.create, evm);
    expect(await anna.call(calls.addresses.delete, { id: saved.id })).toBeNull();
    expect((await anna.call(calls.addresses.list, { coin: 'ETH' })).items).toEqual([]);
    money.clock.time += 2 * dayMs;
    expect((await anna.call(calls.addresses.create, evm)).usableFrom).toBe(money.clock.time + dayMs);
  });

  test("answers another customer's address like one that does not exist, and keeps it", async () => {
    const [own] = (await li.call(calls.addresses.list, {})).items;
    const refusal = { code: Code.notFound, message: 'No such address', data: null };
    for (const id of [own?.id ?? '', '999999', 'abc', '9'.repeat(30)]) {
      await expect(anna.call(calls.addresses.delete, { id })).rejects.toMatchObject(refusal);
    }
    await expect(li.call(calls.addresses.delete, { id: '999999' })).rejects.toMatchObject({ message: '地址不存在' });
    await expect(anna.call(calls.addresses.delete, { id: '' })).rejects.toMatchObject({ code: Code.badRequest });
    expect((await li.call(calls.addresses.list, {})).items).toHaveLength(1);
  });
});

describe('creating refuses', () => {
  const rows: [name: string, fields: Partial<Create>, code: number, en: string, zh: string][] = [
    [
      'an address of another chain',
      { address: '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa' },
      Code.addressInvalid,
      'This is not an address of this network',
      '该地址不适用于此网络',
    ],
    [
      "the token's own contract",
      { address: '0xdAC17F958D2ee523a2206206994597C13D831ec7' },
      Code.addressInvalid,
      'Money sent to this address would be lost',
      '不能提现到该地址',
    ],
    [
      'a memo on a network without memos',
      { memo: '1' },
      Code.addressInvalid,
      'This network uses no memo or tag',
      '该网络不使用标签 / Memo',
    ],
    [
      'a malformed tag',
      { coin: 'XRP', chain: 'XRP', address: 'rHb9CJAWyB4rj91VRWn96DkukG4bwdtyTh', memo: 'x' },
      Code.addressInvalid,
      'This is not a valid memo or tag for this network',
      '标签 / Memo 格式不正确',
    ],
    [
      'a chain that the coin does not use',
      { chain: 'BTC' },
      Code.notFound,
      'This coin doesn’t support this network',
      '该币种不支持此网络',
    ],
    [
      'a coin that is not listed',
      { coin: 'ABC' },
      Code.notFound,
      'This coin doesn’t support this network',
      '该币种不支持此网络',
    ],
    ['no name', { name: ' ' }, Code.badRequest, 'Fields cannot be blank', '字段不能为空'],
    [
      'a name that could be markup',
      { name: '<b>x' },
      Code.badRequest,
      'The name has characters that cannot be used',
      '名称含有不可用的字符',
    ],
    ['a long name', { name: 'x'.repeat(33) }, Code.badRequest, 'This is too long', '内容过长'],
    [
      'a transaction password of another form',
      { payPassword: '12' },
      Code.badRequest,
      'The transaction password has 6 digits',
      '交易密码为 6 位数字',
    ],
  ];
  test.each(rows)('%s', async (_name, fields, code, en, zh) => {
    const before = await anna.call(calls.addresses.list, {});
    await expect(anna.call(calls.addresses.create, address(fields))).rejects.toMatchObject({ code, message: en });
    await expect(li.call(calls.addresses.create, address(fields))).rejects.toMatchObject({ code, message: zh });
    expect(await anna.call(calls.addresses.list, {})).toEqual(before);
  });

  test('a wrong transaction password, with the attempts that are left', async () => {
    const wrong = address({
      chain: 'ETH',
      address: '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359',
      payPassword: '000001',
    });
    await expect(anna.call(calls.addresses.create, wrong)).rejects.toMatchObject({
      code: Code.wrongPayPassword,
      data: { left: 4 },
    });
    await anna.call(calls.addresses.create, { ...wrong, payPassword });
  });

  test('a customer without a transaction password', async () => {
    const ben = await money.exchange.register('ben');
    await expect(ben.call(calls.addresses.create, address())).rejects.toMatchObject({ code: Code.payPasswordNotSet });
  });

  test('malformed queries', async () => {
    await expect(anna.call(calls.addresses.list, { limit: 0 })).rejects.toMatchObject({ code: Code.badRequest });
    await expect(anna.call(calls.addresses.list, { cursor: 'x' })).rejects.toMatchObject({ code: Code.badRequest });
    await expect(anna.call(calls.addresses.list, { chain: 'x' })).rejects.toMatchObject({ code: Code.badRequest });
  });

  test('a call without a session', async () => {
    const { anonymous } = money.exchange;
    const refusal = { code: Code.sessionInvalid };
    await expect(anonymous.call(calls.addresses.list, {})).rejects.toMatchObject(refusal);
    await expect(anonymous.call(calls.addresses.create, address())).rejects.toMatchObject(refusal);
    await expect(anonymous.call(calls.addresses.delete, { id: '1' })).rejects.toMatchObject(refusal);
  });
});

test('the number of saved addresses is limited', async () => {
  const id = Number(anna.id);
  const have = (await anna.call(calls.addresses.list, { limit: 100 })).items.length;
  const rows = Array.from({ length: 199 - have }, (_, index) => ({
    customer: id,
    coin: 'BTC',
    chain: 'BTC',
    name: 'x',
    address: `filler-${index}`,
    memo: '',
    usable_from: 0,
    created: 0,
  }));
  await money.exchange.database.db.insertInto('wallet_addresses').values(rows).execute();
  const last = ['1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa', '3J98t1WpEZ73CNmQviecrnyiWrnqRhWNLy'].map((text) =>
    address({ coin: 'BTC', chain: 'BTC', address: text }),
  );
  const results = await Promise.allSettled(last.map((one) => anna.call(calls.addresses.create, one)));
  expect(results.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  expect(results.find(({ status }) => status === 'rejected')).toMatchObject({
    reason: { code: Code.amountOutOfRange },
  });
});
