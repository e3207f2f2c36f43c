import { consoleCalls, forbiddenCode } from '@fft/console-contract';
import { calls, type Payout } from '@fft/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { bankEntry, startTestBank, statementOf, type SentEntry, type TestBank } from '../../testing/test-bank.ts';
import { approveViewed } from '../../testing/test-console.ts';
import { payPassword, type MoneyCustomer } from '../../testing/test-money.ts';

let bank: TestBank;
let anna: MoneyCustomer;
let max: MoneyCustomer;
let count = 0;
const next = (): string => `V${++count}`;

beforeAll(async () => {
  bank = await startTestBank({ WITHDRAWAL_WAIT_SECONDS: '60' });
  anna = await bank.money.customer('anna');
  max = await bank.money.customer('max');
  await bank.verify(anna, 'Anna Müller');
  await bank.verify(max, 'Max Weber');
});
afterAll(() => bank.money.exchange.stop());

let balance = 0;
async function book(...entries: SentEntry[]): Promise<void> {
  await bank.importFile(statementOf(entries, { opening: balance }));
  balance += entries.reduce((sum, { direction, amount }) => sum + (direction === 'in' ? amount : -amount), 0);
}
const paidIn = async (who: MoneyCustomer, name: string) =>
  bankEntry({ reference: next(), amount: 10_000, name, text: await bank.referenceOf(who) });

/** A customer without earlier payouts may have one of any amount. */
async function approved(who: MoneyCustomer, number: string): Promise<Payout> {
  const saved = { coin: 'EUR', name: 'Home', kind: 'iban', number, payPassword } as const;
  const { id: accountId } = await who.call(calls.banks.addAccount, saved);
  bank.money.clock.time += 61_000;
  const request = { coin: 'EUR', amount: '40', accountId };
  await who.call(calls.banks.sendPayoutCode, request);
  const proofs = { requestId: next(), code: await bank.money.codeOf(who), payPassword };
  const payout = await who.call(calls.banks.submitPayout, { ...request, ...proofs });
  for (const by of [bank.li, bank.wu]) await approveViewed(by, Number(payout.id));
  return payout;
}

const queues = async () => {
  const { bankEntries, bankPayments, bankBreaks } = (await bank.li.call(consoleCalls.dashboard.read, {})).queues;
  return [bankEntries, bankPayments, bankBreaks];
};

test('operators see what waits at the banks, what became of each payment, and each customer’s bank money', async () => {
  expect(await queues()).toEqual([0, 0, 0]);
  await book(await paidIn(anna, 'Anna Müller'), await paidIn(max, 'Max Weber'), await paidIn(max, 'Eve Adams'));
  expect(await queues()).toEqual([1, 0, 0]);
  const page = { id: Number(max.id) };
  expect((await bank.by.support.call(consoleCalls.banks.depositsOf, page)).items).toMatchObject([
    { coin: 'EUR', amount: '100.00', state: 'queued', doubts: ['nameDiffers'], name: 'Eve Adams' },
    { state: 'credited', doubts: [], name: 'Max Weber' },
  ]);

  const annas = await approved(anna, 'DE02120300000000202051');
  const maxs = await approved(max, 'DE75512108001245126199');
  expect(await queues()).toEqual([1, 2, 0]);
  const items = [annas, maxs].map(({ id }) => `PAYOUT-${id}`).join(',');
  const proposed = await bank.li.call(consoleCalls.banks.proposeBatch, { account: bank.account, items });
  const payments = async () =>
    (await bank.li.call(consoleCalls.banks.batch, { id: proposed.batch })).items.map(({ state, givingBack }) => [
      state,
      givingBack,
    ]);
  expect(await payments()).toEqual([
    [null, null],
    [null, null],
  ]);
  await bank.agree(proposed.approval);
  expect(await queues()).toEqual([1, 0, 0]);
  const refused = { id: Number(annas.id), zh: '账户已注销', en: 'The account is closed' };
  const { approval } = await bank.li.call(consoleCalls.banks.failPayout, refused);
  expect(await payments()).toEqual([
    ['atBank', 'li'],
    ['atBank', null],
  ]);
  await bank.agree(approval);
  const end = { amount: 4_000, endToEnd: bank.nameOf('payout', maxs.id) };
  await book(bankEntry({ ...end, reference: next(), direction: 'out' }));
  expect(await payments()).toEqual([
    ['failed', null],
    ['done', null],
  ]);
  await book(bankEntry({ ...end, reference: next(), isReturn: true, reason: 'AC04' }));
  expect((await payments())[1]).toEqual(['cameBack', null]);
  const { items: payouts } = await bank.by.support.call(consoleCalls.banks.payoutsOf, page);
  expect(payouts).toMatchObject([
    { id: Number(maxs.id), coin: 'EUR', amount: '40.00', number: 'DE75512108001245126199', state: 'returned' },
  ]);
  expect((await bank.by.support.call(consoleCalls.banks.depositsOf, page)).items).toHaveLength(2);
  await expect(bank.by.content.call(consoleCalls.banks.payoutsOf, page)).rejects.toMatchObject({
    code: forbiddenCode,
  });
});

test('bank money has types and filters of its own in the statement and its export', async () => {
  const typesOf = async (filter: object) =>
    (await max.call(calls.assets.fiatStatement, filter)).items.map(({ type, amount }) => [type, Number(amount)]);
  const [paid, left, back] = [
    ['bankDeposit', 100],
    ['bankPayout', -40],
    ['bankDeposit', 40],
  ];
  expect(await typesOf({})).toEqual([back, left, paid]);
  expect(await typesOf({ type: 'bankDeposit' })).toEqual([back, paid]);
  expect(await typesOf({ type: 'bankPayout' })).toEqual([left]);
  expect(await typesOf({ type: 'deposit' })).toEqual([back, paid]);
  expect(await typesOf({ type: 'withdraw' })).toEqual([left]);
  const none = await max.call(calls.assets.coinStatement, { type: 'bankPayout' });
  expect(none.items).toEqual([]);
  const { csv } = await max.call(calls.assets.statementFile, { account: 'fiat', type: 'bankPayout' });
  expect(csv).toContain(',EUR,Bank withdrawal,-40.000000,');
  const { items } = await bank.by.support.call(consoleCalls.customers.statement, { id: Number(max.id), kind: 'fiat' });
  expect(items.map(({ type }) => type)).toEqual(['bankDeposit', 'bankPayout', 'bankDeposit']);
});

test('a day that differs is counted until two operators explain it', async () => {
  await bank.importFile(statementOf([], { opening: balance + 100, day: '2026-11-27' }));
  expect((await queues())[2]).toBe(1);
  const day = { account: bank.account, day: '2026-11-27', explanation: 'the bank sent the wrong file' };
  await bank.agree((await bank.li.call(consoleCalls.banks.explainDay, day)).approval);
  expect((await queues())[2]).toBe(0);
});

test('only a demo with a sandbox bank says so', async () => {
  const [details] = await anna.call(calls.banks.details, { coin: 'EUR' });
  expect(details?.sandbox).toBe(false);
  expect((await bank.li.call(consoleCalls.dashboard.read, {})).sandboxBank).toBeNull();
});
