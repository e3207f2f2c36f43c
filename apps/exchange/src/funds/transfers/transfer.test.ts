import { calls, Code, type CallInput } from '@fft/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestExchange, type TestCustomer, type TestExchange } from '../../../testing/test-exchange.ts';

type Change = CallInput<typeof calls.transfer.submit>;

let exchange: TestExchange;
let anna: TestCustomer;
let li: TestCustomer;
let requests = 0;

beforeAll(async () => {
  exchange = await startTestExchange();
  anna = await exchange.register('anna', 'en');
  li = await exchange.register('li', 'zh');
  for (const who of [anna, li]) {
    await who.call(calls.demo.faucet, { requestId: 'fund', coin: 'USDT', amount: '1000' });
  }
});
afterAll(() => exchange.stop());

const transfer = (fields: Partial<Change> = {}): Change => ({
  requestId: `transfer-${++requests}`,
  coin: 'USDT',
  from: 'coin',
  to: 'fiat',
  amount: '10',
  ...fields,
});

test('a transfer moves money to the other account and back, without a loss', async () => {
  const request = transfer({ amount: '250.5' });
  const there = await anna.call(calls.transfer.submit, request);
  expect(there).toEqual({
    id: request.requestId,
    balances: { coin: 'USDT', coinAccount: '749.500000', fiatAccount: '250.500000' },
  });
  const back = await anna.call(calls.transfer.submit, transfer({ from: 'fiat', to: 'coin', amount: '250.500000' }));
  expect(back.balances).toEqual({ coin: 'USDT', coinAccount: '1000.000000', fiatAccount: '0.000000' });
});

test('the transferable balance is shown for one coin and for all', async () => {
  expect(await li.call(calls.transfer.balances, { coin: 'USDT' })).toEqual({
    coins: [{ coin: 'USDT', coinAccount: '1000.000000', fiatAccount: '0.000000' }],
    fee: '0',
    ratio: '1',
  });
  const all = await li.call(calls.transfer.balances, {});
  expect(all.coins.map(({ coin }) => coin)).toEqual(expect.arrayContaining(['BTC', 'USDT', 'CNY']));
});

test('a requestId transfers once, however often it is sent; with another body it is a conflict', async () => {
  const request = transfer({ amount: '1' });
  const before = await li.call(calls.transfer.balances, { coin: 'USDT' });
  const answers = await Promise.all(Array.from({ length: 20 }, () => li.call(calls.transfer.submit, request)));
  expect(new Set(answers.map(({ id }) => id))).toEqual(new Set([request.requestId]));
  expect(before.coins[0]?.fiatAccount).toBe('0.000000');
  expect((await li.call(calls.transfer.balances, { coin: 'USDT' })).coins[0]?.fiatAccount).toBe('1.000000');
  await expect(li.call(calls.transfer.submit, { ...request, amount: '2' })).rejects.toMatchObject({
    code: Code.conflict,
    message: '该编号已用于另一请求',
  });
});

test('another customer may use the same requestId, and sees only their own balances', async () => {
  const request = transfer({ amount: '1' });
  await li.call(calls.transfer.submit, request);
  await anna.call(calls.transfer.submit, request);
  expect((await anna.call(calls.transfer.balances, { coin: 'USDT' })).coins[0]?.fiatAccount).toBe('1.000000');
});

describe('a transfer is refused for', () => {
  const rows: [name: string, fields: Partial<Change>, code: number, en: string, zh: string][] = [
    ['more than the balance', { amount: '100000' }, Code.insufficientBalance, 'Balance low', '余额不足'],
    ['a coin that is not listed', { coin: 'ABC' }, Code.notFound, 'No such coin', '币种不存在'],
    ['the same account on both sides', { to: 'coin' }, Code.badRequest, 'This is not one of the choices', '选项无效'],
    ['an unknown account', { from: 'margin' as 'coin' }, Code.badRequest, 'This is not one of the choices', '选项无效'],
    ['a zero amount', { amount: '0' }, Code.badRequest, 'Enter a valid number', '请输入正确的数字'],
    ['a negative amount', { amount: '-1' }, Code.badRequest, 'Enter a valid number', '请输入正确的数字'],
    ['an exponent', { amount: '1e3' }, Code.badRequest, 'Enter a valid number', '请输入正确的数字'],
    [
      'too many decimals',
      { amount: '1.0000001' },
      Code.offStep,
      'The amount must be a multiple of 0.000001',
      '金额须为 0.000001 的整数倍',
    ],
    ['no requestId', { requestId: '' }, Code.badRequest, 'Fields cannot be blank', '字段不能为空'],
  ];
  test.each(rows)('%s', async (_name, fields, code, en, zh) => {
    const before = await anna.call(calls.transfer.balances, {});
    await expect(anna.call(calls.transfer.submit, transfer(fields))).rejects.toMatchObject({ code, message: en });
    await expect(li.call(calls.transfer.submit, transfer(fields))).rejects.toMatchObject({ code, message: zh });
    expect(await anna.call(calls.transfer.balances, {})).toEqual(before);
  });

  test('the same requestId again, after a refusal', async () => {
    const request = transfer({ amount: '5000' });
    for (let sent = 0; sent < 2; sent++) {
      await expect(li.call(calls.transfer.submit, request)).rejects.toMatchObject({ code: Code.insufficientBalance });
    }
  });

  test('an unknown coin to read', async () => {
    await expect(li.call(calls.transfer.balances, { coin: 'ABC' })).rejects.toMatchObject({ code: Code.notFound });
  });

  test('a call without a session', async () => {
    const { anonymous } = exchange;
    await expect(anonymous.call(calls.transfer.balances, {})).rejects.toMatchObject({ code: Code.sessionInvalid });
    await expect(anonymous.call(calls.transfer.submit, transfer())).rejects.toMatchObject({
      code: Code.sessionInvalid,
    });
  });
});

test('a restart changes no balance', async () => {
  const before = await li.call(calls.transfer.balances, {});
  await exchange.restart();
  expect(await li.call(calls.transfer.balances, {})).toEqual(before);
});
