import { consoleCalls } from '@fft/console-contract';
import { calls, Code } from '@fft/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { approveViewed } from '../../../exchange/testing/test-console.ts';
import { startTestBank, statementOf, type TestBank } from '../../../exchange/testing/test-bank.ts';
import { payPassword, type MoneyCustomer } from '../../../exchange/testing/test-money.ts';
import { waitFor } from '../../../exchange/testing/wait-for.ts';

let bank: TestBank;
let lei: MoneyCustomer;
const card = { coin: 'CNY', name: '工资卡', kind: 'cn', number: '4539578763621486', bank: '102100099996' } as const;

beforeAll(async () => {
  const reviewed = { REVIEW_FROM_USDT: '1', RISK_REVIEW_FROM_USDT: '1', FOUR_EYES_FROM_USDT: '1' };
  bank = await startTestBank({ DEMO_BANK: 'on', WITHDRAWAL_WAIT_SECONDS: '60', ...reviewed });
  lei = await bank.money.customer('lei', 'zh');
  await bank.verify(lei, '李雷');
});
afterAll(() => bank.money.exchange.stop());

const yuan = async (): Promise<string | undefined> =>
  (await lei.call(calls.transfer.balances, { coin: 'CNY' })).coins[0]?.fiatAccount;

/** Wakes the jobs of the sandbox bank and of the exchange until a check passes. */
const settled = (check: () => Promise<void>): Promise<void> =>
  waitFor(async () => {
    for (const job of ['demo.bank', 'banks.folder', 'banks.credit']) bank.money.exchange.wake(job);
    await check();
  });

test('a newcomer walks both ways: sends money, is credited, pays out, and gets it back from the bank', async () => {
  const { anonymous } = bank.money.exchange;
  const [details] = await lei.call(calls.banks.details, { coin: 'CNY' });
  expect(details?.sandbox).toBe(true);
  expect(details?.accounts[0]).toMatchObject({ kind: 'cn', bankName: '沙盒银行', qr: null });
  const sending = { coin: 'CNY', amount: '888.88', name: '李雷', text: `学费 ${details?.reference}` };
  await anonymous.call(calls.demo.bankSend, sending);
  await settled(async () => expect(await yuan()).toBe('888.880000'));

  const { id: accountId } = await lei.call(calls.banks.addAccount, { ...card, payPassword });
  bank.money.clock.time += 61_000;
  const request = { coin: 'CNY', amount: '100', accountId };
  await lei.call(calls.banks.sendPayoutCode, request);
  const code = await bank.money.codeOf(lei);
  const payout = await lei.call(calls.banks.submitPayout, { ...request, requestId: 'out', code, payPassword });
  for (const by of [bank.li, bank.wu]) await approveViewed(by, Number(payout.id));
  const accounts = await bank.li.call(consoleCalls.banks.accounts, {});
  const account = accounts.find(({ coin }) => coin === 'CNY')?.id ?? 0;
  const items = `PAYOUT-${payout.id}`;
  const endToEnd = bank.nameOf('payout', payout.id);
  await bank.agree((await bank.li.call(consoleCalls.banks.proposeBatch, { account, items })).approval);
  const stateOf = async () => (await lei.call(calls.banks.payouts, {})).items[0]?.state;
  await settled(async () => expect(await stateOf()).toBe('done'));
  expect(await yuan()).toBe('788.880000');

  const seen = await anonymous.call(calls.demo.bank, {});
  expect(seen.payments).toMatchObject([{ endToEnd, coin: 'CNY', amount: '100.00', name: '李雷', number: card.number }]);
  expect(seen.accounts.find(({ coin }) => coin === 'CNY')?.balance).toBe('788.88');
  await anonymous.call(calls.demo.bankReturn, { endToEnd });
  await settled(async () => expect(await stateOf()).toBe('returned'));
  expect(await yuan()).toBe('888.880000');
  await expect(anonymous.call(calls.demo.bankReturn, { endToEnd })).rejects.toMatchObject({
    code: Code.notFound,
  });
  const whole = { moneyIn: '988.88', moneyOut: '100.00', closing: '888.88', ledger: '888.88', problem: null };
  await settled(async () => {
    bank.money.exchange.wake('banks.reconcile');
    const { items: days } = await bank.li.call(consoleCalls.banks.days, {});
    expect(days).toMatchObject([whole]);
  });
});

test('the page is served in both languages, and wrong transfers are refused', async () => {
  const { url, anonymous } = bank.money.exchange;
  const page = await fetch(`${url}/demo/bank`);
  expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
  const script = await (await fetch(`${url}/demo/bank.js`)).text();
  expect(script).toContain('What came');
  expect(script).toContain('收到的款项');
  const sending = { coin: 'CNY', amount: '1', name: 'x' };
  await expect(anonymous.call(calls.demo.bankSend, { ...sending, coin: 'JPY' })).rejects.toMatchObject({
    code: Code.notFound,
  });
  await expect(anonymous.call(calls.demo.bankSend, { ...sending, amount: '1.001' })).rejects.toMatchObject({
    code: Code.offStep,
  });
  await expect(anonymous.call(calls.demo.bankSend, { ...sending, amount: '1000001' })).rejects.toMatchObject({
    code: Code.badRequest,
  });
});

test('an account whose statements came from elsewhere goes on with their balance', async () => {
  const { anonymous } = bank.money.exchange;
  await bank.importFile(statementOf([], { opening: 50_000 }));
  await anonymous.call(calls.demo.bankSend, { coin: 'EUR', amount: '12.50', name: 'x' });
  const lastDay = { coin: 'EUR', opening: '500.00', moneyIn: '12.50', closing: '512.50', problem: null };
  await settled(async () => {
    bank.money.exchange.wake('banks.reconcile');
    const { items } = await bank.li.call(consoleCalls.banks.days, { account: bank.account });
    expect(items[0]).toMatchObject(lastDay);
  });
});
