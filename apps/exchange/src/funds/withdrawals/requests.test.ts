import { calls, Code } from '@fft/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { payPassword } from '../../../testing/test-money.ts';
import {
  dayMs,
  refusal,
  startTestWithdrawals,
  wallet,
  type Request,
  type TestWithdrawals,
} from '../../../testing/test-withdrawals.ts';

let setup: TestWithdrawals;
let anna: TestWithdrawals['anna'];
let li: TestWithdrawals['li'];

beforeAll(async () => {
  setup = await startTestWithdrawals();
  ({ anna, li } = setup);
});
afterAll(() => setup.money.exchange.stop());

describe('a request is refused for', () => {
  const rows: [name: string, fields: Partial<Request>, code: number, en: string, zh: string][] = [
    [
      'less than the minimum',
      { amount: '9.999999' },
      Code.amountOutOfRange,
      'Amount is not enough: at least 10',
      '低于最小提现数量 10',
    ],
    [
      'more than the maximum, but first more than the balance',
      { amount: '500000.000001' },
      Code.insufficientBalance,
      'Balance low: 100,000 USDT is available',
      '余额不足：可用 100,000 USDT',
    ],
    [
      'an amount too large for the ledger',
      { amount: '9999999999999999' },
      Code.insufficientBalance,
      'Balance low: 100,000 USDT is available',
      '余额不足：可用 100,000 USDT',
    ],
    [
      'too many decimals',
      { amount: '10.0000001' },
      Code.offStep,
      'The amount must be a multiple of 0.000001',
      '金额须为 0.000001 的整数倍',
    ],
    ['a zero amount', { amount: '0' }, Code.badRequest, 'Enter a valid number', '请输入正确的数字'],
    ['a sign', { amount: '-5' }, Code.badRequest, 'Enter a valid number', '请输入正确的数字'],
    [
      "a coin that is not the address's",
      { coin: 'ETH', amount: '10' },
      Code.badRequest,
      'This is not one of the choices',
      '选项无效',
    ],
    [
      'an unknown chain',
      { chain: 'ABC' },
      Code.notFound,
      'This coin doesn’t support this network',
      '该币种不支持此网络',
    ],
    ['fiat', { coin: 'CNY' }, Code.notFound, 'This coin doesn’t support this network', '该币种不支持此网络'],
    ['a malformed address id', { addressId: 'abc' }, Code.notFound, 'No such address', '地址不存在'],
    ['no address', { addressId: '' }, Code.badRequest, 'Fields cannot be blank', '字段不能为空'],
  ];
  test.each(rows)('%s', async (_name, fields, code, en, zh) => {
    for (const [who, message] of [
      [anna, en],
      [li, zh],
    ] as const) {
      const full = { ...setup.request(who, '10'), ...fields };
      const before = await setup.usdt(who);
      expect(await refusal(who.call(calls.withdrawals.sendCode, full))).toMatchObject({ code, message });
      const submit = { ...full, requestId: setup.newId(), code: '000000', payPassword };
      expect(await refusal(who.call(calls.withdrawals.submit, submit))).toMatchObject({ code, message });
      expect(await setup.usdt(who)).toEqual(before);
    }
  });

  test('more than the balance', async () => {
    const hana = await setup.money.customer('hana', 'en', { USDT: '50' });
    const addressId = await setup.saveAddress(hana, wallet);
    setup.money.clock.time += dayMs;
    const refused = await refusal(hana.call(calls.withdrawals.sendCode, setup.request(hana, '50.000001', addressId)));
    expect([refused.code, refused.message]).toEqual([Code.insufficientBalance, 'Balance low: 50 USDT is available']);
  });

  test('malformed codes, ids and queries', async () => {
    const body = { ...setup.request(anna, '10'), requestId: 'x', code: '000000', payPassword };
    for (const fields of [{ code: '12' }, { payPassword: 'abcdef' }, { requestId: 'a b' }, { totp: 'x' }]) {
      const refused = await refusal(anna.call(calls.withdrawals.submit, { ...body, ...fields }));
      expect([refused.code, Object.keys(refused.fields)]).toEqual([Code.badRequest, Object.keys(fields)]);
    }
    expect(await refusal(anna.call(calls.withdrawals.detail, {}))).toMatchObject({ code: Code.badRequest });
    expect(await refusal(anna.call(calls.withdrawals.detail, { coin: 'USDT' }))).toMatchObject({
      code: Code.badRequest,
    });
    expect(await refusal(anna.call(calls.withdrawals.detail, { coin: 'CNY', chain: 'ETH' }))).toMatchObject({
      code: Code.notFound,
    });
    expect(await refusal(anna.call(calls.withdrawals.history, { cursor: '?' }))).toMatchObject({
      code: Code.badRequest,
    });
  });
});
