import { consoleCalls } from '@fft/console-contract';
import { calls, Code } from '@fft/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { bankEntry, startTestBank, statementOf, type TestBank } from '../../../testing/test-bank.ts';
import type { MoneyCustomer } from '../../../testing/test-money.ts';
import { waitFor, waitUntil } from '../../../testing/wait-for.ts';

let bank: TestBank;
let anna: MoneyCustomer;

beforeAll(async () => {
  bank = await startTestBank();
  anna = await bank.money.customer('anna');
  await bank.verify(anna, 'Anna Müller');
});
afterAll(() => bank.money.exchange.stop());

const dayOf = async (day: string) => {
  const { items } = await bank.li.call(consoleCalls.banks.days, {});
  return items.find((each) => each.day === day);
};
/** Runs the comparison again, and waits until the day matches. */
async function compared(day: string, like: object): Promise<void> {
  bank.money.exchange.wake('banks.reconcile');
  await waitFor(async () => expect(await dayOf(day)).toMatchObject(like));
}
const payments = () => bank.li.call(consoleCalls.banks.proposeBatch, { account: bank.account, items: 'PAYOUT-1' });
const refusal = (act: () => Promise<unknown>): Promise<string> =>
  act().then(
    () => 'done',
    ({ message }: Error) => message,
  );
const stopped = 'The statements of this account differ from the ledger: payments are stopped';
const nothing = 'The list of payments has changed. Propose it again';

test('a day is whole: what came, what is queued, and the bank’s fees', async () => {
  const text = await bank.referenceOf(anna);
  const entries = [
    bankEntry({ reference: 'D1', amount: 10_000, text, booked: '2026-11-23' }),
    bankEntry({ reference: 'D2', amount: 500, booked: '2026-11-23' }),
    bankEntry({ reference: 'D3', amount: 70, direction: 'out', text: 'fees', booked: '2026-11-23' }),
  ];
  await bank.importFile(statementOf(entries, { opening: 2_000, day: '2026-11-23' }));
  expect(await dayOf('2026-11-23')).toMatchObject({
    opening: '20.00',
    moneyIn: '105.00',
    moneyOut: '0.70',
    closing: '124.30',
    ledger: '100.00',
    other: '4.30',
    difference: '0.00',
    problem: null,
  });
  expect(await refusal(payments)).toBe(nothing);
});

test('the closing balance is the reserve of the currency, in the treasury and in the proof of liabilities', async () => {
  const { assets } = await bank.li.call(consoleCalls.treasury.balances, {});
  expect(assets.find(({ coin }) => coin === 'EUR')).toMatchObject({ owed: '100.000000', held: '124.30' });
  bank.money.exchange.wake('funds.liabilities');
  await waitFor(async () => {
    const { db } = bank.money.exchange.database;
    const { totals } = await db.selectFrom('liability_days').select('totals').executeTakeFirstOrThrow();
    expect(totals).toEqual(expect.arrayContaining([expect.objectContaining({ asset: 'EUR', held: '124.30' })]));
  });
});

test('a missing statement stops payments until it comes', async () => {
  const late = statementOf([bankEntry({ reference: 'E1', amount: 100, booked: '2026-11-24' })], {
    opening: 12_430,
    day: '2026-11-24',
  });
  await bank.importFile(statementOf([], { opening: 12_530, day: '2026-11-25' }));
  expect(await dayOf('2026-11-25')).toMatchObject({
    problem: expect.stringContaining('a statement is missing') as string,
  });
  expect(await refusal(payments)).toBe(stopped);
  await bank.importFile(late);
  expect(await dayOf('2026-11-25')).toMatchObject({ problem: null });
  expect(await refusal(payments)).toBe(nothing);
});

test('an entry that the table calls credited and the ledger does not have is a break', async () => {
  const { db } = bank.money.exchange.database;
  const entry = db.updateTable('bank_entries').where('reference', '=', 'D2');
  await entry.set({ state: 'credited', customer: Number(anna.id) }).execute();
  const problem = 'bank and ledger differ by 5.00 EUR';
  await compared('2026-11-23', { difference: '5.00', problem });
  expect(await refusal(payments)).toBe(stopped);
  const { items } = await bank.li.call(consoleCalls.banks.days, { broken: true });
  expect(items.map(({ day }) => day)).toEqual(['2026-11-23']);
  bank.money.exchange.wake('admin.sample');
  await entry.set({ state: 'queued', customer: null }).execute();
  await compared('2026-11-23', { problem: null });
});

test('an entry that was changed or removed is a break, which two operators can explain', async () => {
  const { db } = bank.money.exchange.database;
  const entry = db.updateTable('bank_entries').where('reference', '=', 'D3');
  await entry.set({ amount: 7 }).execute();
  const problem: unknown = expect.stringMatching(/^altered: bank entry \d+; entries and balances differ by 0.63 EUR$/);
  await compared('2026-11-23', { problem });
  const day = { account: bank.account, day: '2026-11-23' };
  const { approval } = await bank.li.call(consoleCalls.banks.explainDay, { ...day, explanation: 'restored by hand' });
  await expect(bank.agree(approval, bank.li)).rejects.toMatchObject({ code: Code.conflict });
  expect(await refusal(payments)).toBe(stopped);
  await bank.agree(approval);
  expect(await dayOf('2026-11-23')).toMatchObject({ explainedBy: 'li, wu', explanation: 'restored by hand' });
  expect(await refusal(payments)).toBe(nothing);
  // Another problem on the same day needs another explanation.
  await entry.set({ amount: 8 }).execute();
  await compared('2026-11-23', { explanation: null });
  expect(await refusal(payments)).toBe(stopped);
  await entry.set({ amount: 70 }).execute();
  await compared('2026-11-23', { problem: null });
  await expect(bank.li.call(consoleCalls.banks.explainDay, { ...day, explanation: 'x' })).rejects.toMatchObject({
    code: Code.conflict,
  });
});

test('an entry of a notification counts once with the statement that shows it later', async () => {
  const notified = bankEntry({ reference: 'N1', amount: 300, booked: '2026-11-26' });
  const statement = statementOf([notified], { opening: 12_530, day: '2026-11-26' });
  const notification = statement
    .replaceAll('camt.053.001.08', 'camt.054.001.08')
    .replaceAll('BkToCstmrStmt', 'BkToCstmrDbtCdtNtfctn')
    .replaceAll('Stmt>', 'Ntfctn>');
  const held = async () =>
    (await bank.li.call(consoleCalls.treasury.balances, {})).assets.find(({ coin }) => coin === 'EUR')?.held;
  await bank.importFile(notification);
  // Only the bank's own closing balance is a reserve.
  expect(await held()).toBe('125.30');
  await bank.importFile(statement);
  expect(await dayOf('2026-11-26')).toMatchObject({ moneyIn: '3.00', closing: '128.30', problem: null });
  const { items } = await bank.li.call(consoleCalls.banks.files, {});
  expect(items.slice(0, 2).map(({ format, added }) => [format, added])).toEqual([
    ['camt053', 0],
    ['camt054', 1],
  ]);
  expect((await bank.li.call(consoleCalls.treasury.balances, {})).assets.find(({ coin }) => coin === 'EUR')?.held).toBe(
    '128.30',
  );
  expect((await anna.call(calls.banks.deposits, {})).items).toHaveLength(1);
});

test('a credit while days are compared is no break, though the tables show it later', async () => {
  const { db } = bank.money.exchange.database;
  const late = bankEntry({ reference: 'L1', amount: 900, booked: '2026-11-27' });
  await bank.importFile(statementOf([late], { opening: 12_830, day: '2026-11-27' }));
  await compared('2026-11-27', { ledger: '0.00', other: '9.00', problem: null });
  const { items } = await bank.li.call(consoleCalls.banks.entries, { state: 'queued' });
  const id = items.find(({ reference }) => reference === 'L1')?.id ?? 0;
  const owner = { customer: Number(anna.id), note: 'called her' };
  const { approval } = await bank.li.call(consoleCalls.banks.decideEntry, { id, act: 'match', ...owner });

  // A comparison has seen that the tables are complete, and waits to read the statements.
  const statements = await db.startTransaction().execute();
  await sql`lock table bank_statements in access exclusive mode`.execute(statements);
  bank.money.exchange.wake('banks.reconcile');
  await waitUntil(async () => {
    const { rows } =
      await sql`select from pg_locks where not granted and relation = 'bank_statements'::regclass`.execute(db);
    return rows.length > 0;
  });
  // Meanwhile the entry is credited, and the tables stay behind.
  const tables = await db.startTransaction().execute();
  await tables.selectFrom('projection').select('sequence').where('name', '=', 'ledger').forUpdate().execute();
  const agreed = bank.agree(approval);
  const entry = db.selectFrom('bank_entries').select('state').where('id', '=', id);
  await waitUntil(async () => (await entry.executeTakeFirst())?.state === 'credited');
  await statements.rollback().execute();
  await agreed;
  expect(await dayOf('2026-11-27')).toMatchObject({ problem: null });
  await tables.rollback().execute();
  await compared('2026-11-27', { ledger: '9.00', other: '0.00', problem: null });
});
