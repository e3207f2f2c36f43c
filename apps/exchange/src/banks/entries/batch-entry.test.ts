import { writeCamt054 } from '@fft/bank-files';
import { consoleCalls } from '@fft/console-contract';
import { calls, type Payout } from '@fft/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  bankEntry,
  houseIban,
  startTestBank,
  statementOf,
  type SentEntry,
  type TestBank,
} from '../../../testing/test-bank.ts';
import { approveViewed } from '../../../testing/test-console.ts';
import { payPassword, type MoneyCustomer } from '../../../testing/test-money.ts';

let bank: TestBank;
const people: { readonly who: MoneyCustomer; readonly number: string }[] = [];

beforeAll(async () => {
  bank = await startTestBank({ WITHDRAWAL_WAIT_SECONDS: '60' });
  for (const [name, number] of [
    ['Anna Müller', 'DE02120300000000202051'],
    ['Max Weber', 'DE75512108001245126199'],
  ] as const) {
    const who = await bank.money.customer(name.slice(0, 3).toLowerCase());
    await bank.verify(who, name);
    people.push({ who, number });
    const text = await bank.referenceOf(who);
    await bank.importFile(statementOf([bankEntry({ reference: name, amount: 10_000, name, text })]));
  }
});
afterAll(() => bank.money.exchange.stop());

async function approved({ who, number }: (typeof people)[number]): Promise<Payout> {
  const saved = { coin: 'EUR', name: 'Home', kind: 'iban', number, payPassword } as const;
  const { id: accountId } = await who.call(calls.banks.addAccount, saved);
  bank.money.clock.time += 61_000;
  const request = { coin: 'EUR', amount: '40', accountId };
  await who.call(calls.banks.sendPayoutCode, request);
  const proofs = { requestId: `r${number}`, code: await bank.money.codeOf(who), payPassword };
  const payout = await who.call(calls.banks.submitPayout, { ...request, ...proofs });
  for (const by of [bank.li, bank.wu]) await approveViewed(by, Number(payout.id));
  return payout;
}

test('a batch that the bank books as one entry settles each payout, and one that came back gives each back once a report has its payments', async () => {
  const payouts: Payout[] = [];
  for (const one of people) payouts.push(await approved(one));
  const items = payouts.map(({ id }) => bank.nameOf('payout', id));
  const { approval } = await bank.li.call(consoleCalls.banks.proposeBatch, {
    account: bank.account,
    items: items.join(','),
  });
  await bank.agree(approval);
  const states = () =>
    Promise.all(people.map(async ({ who }) => (await who.call(calls.banks.payouts, {})).items[0]?.state));
  const booked = (reference: string, entry: Partial<SentEntry>): SentEntry => {
    const parts = items.map((endToEnd) => ({ ...bankEntry({ reference: null, amount: 4_000, endToEnd }), ...entry }));
    return bankEntry({ reference, amount: 8_000, name: null, account: null, ...entry, isReturn: false, parts });
  };
  await bank.importFile(statementOf([booked('OUT', { direction: 'out' })]));
  expect(await states()).toEqual(['done', 'done']);
  const back = { isReturn: true, reason: 'AC04' };
  await bank.importFile(statementOf([{ ...booked('BACK', {}), ...back, text: 'SAMMELBUCHUNG', parts: [] }]));
  expect(await states()).toEqual(['done', 'done']);
  const details = { id: 'N', account: houseIban, currency: 'EUR', entries: [booked('BACK', back)] };
  await bank.importFile(writeCamt054(details, '2026-03-01T20:00:00Z'));
  expect(await states()).toEqual(['returned', 'returned']);
  for (const { who } of people) expect(await bank.euros(who)).toBe('100.000000');
  expect((await bank.li.call(consoleCalls.banks.days, { broken: true })).items).toEqual([]);
});
