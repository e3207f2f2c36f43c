import { mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readPain001 } from '@fft/bank-files';
import { consoleCalls } from '@fft/console-contract';
import { calls } from '@fft/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { approveViewed } from '../../../testing/test-console.ts';
import { bankEntry, startTestBank, statementOf, type SentEntry, type TestBank } from '../../../testing/test-bank.ts';
import { payPassword, type MoneyCustomer } from '../../../testing/test-money.ts';
import { waitFor } from '../../../testing/wait-for.ts';

interface Customer {
  readonly who: MoneyCustomer;
  readonly name: string;
  readonly reference: string;
  readonly accountId: string;
  /** The expected balance of the fiat account, in cents. */
  expected: number;
}

const names = ['Anna Müller', 'Max Weber', '李雷'];
let folder: string;
let bank: TestBank;
const customers: Customer[] = [];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'fft-days-'));
  const reviewed = { REVIEW_FROM_USDT: '1', RISK_REVIEW_FROM_USDT: '1', FOUR_EYES_FROM_USDT: '1' };
  bank = await startTestBank({ BANK_FOLDER: folder, WITHDRAWAL_WAIT_SECONDS: '60', ...reviewed });
  for (const [index, name] of names.entries()) {
    const who = await bank.money.customer(`c${index}`);
    await bank.verify(who, name);
    const account = { coin: 'EUR', name: 'own', kind: 'iban', number: 'DE02120300000000202051', payPassword } as const;
    const { id: accountId } = await who.call(calls.banks.addAccount, account);
    customers.push({ who, name, reference: await bank.referenceOf(who), accountId, expected: 0 });
  }
  bank.money.clock.time += 61_000;
});
afterAll(async () => {
  await bank.money.exchange.stop();
  await rm(folder, { recursive: true, force: true });
});

let files = 0;
async function put(text: string): Promise<void> {
  files += 1;
  const name = `${String(files).padStart(5, '0')}.xml`;
  await mkdir(join(folder, 'in'), { recursive: true });
  await writeFile(join(folder, 'in', `${name}.part`), text);
  await rename(join(folder, 'in', `${name}.part`), join(folder, 'in', name));
}

const taken = (): Promise<void> =>
  waitFor(async () => {
    bank.money.exchange.wake('banks.folder');
    expect((await readdir(join(folder, 'in'))).filter((name) => name.endsWith('.xml'))).toEqual([]);
  });

/** Waits until every customer has the expected balance. */
async function credited(): Promise<void> {
  for (const { who, expected } of customers)
    await waitFor(async () => {
      bank.money.exchange.wake('banks.credit');
      expect(Math.round(Number(await bank.euros(who)) * 100)).toBe(expected);
    });
}

/** Makes writes of entries fail, as if the process died: during the import, or after the ledger has the credit. */
async function failing(when: 'insert' | 'credited', act: () => Promise<void>): Promise<void> {
  const { db } = bank.money.exchange.database;
  const condition = when === 'insert' ? sql`tg_op = 'INSERT' and random() < 0.5` : sql`new.state = 'credited'`;
  await sql`create or replace function fail_entry() returns trigger language plpgsql as $$
    begin if ${condition} then raise exception 'planted'; end if; return new; end $$`.execute(db);
  await sql`create trigger fail_entry before insert or update on bank_entries for each row execute function fail_entry()`.execute(
    db,
  );
  await act();
  await sql`drop trigger fail_entry on bank_entries`.execute(db);
}

/** Makes a payout, from the request to the file for the bank. */
async function payOut({ who, accountId }: Customer, amount: number): Promise<SentEntry> {
  const request = { coin: 'EUR', amount: (amount / 100).toFixed(2), accountId };
  await who.call(calls.banks.sendPayoutCode, request);
  const code = await bank.money.codeOf(who);
  const requestId = `out-${amount}-${files}`;
  const { id } = await who.call(calls.banks.submitPayout, { ...request, requestId, code, payPassword });
  for (const by of [bank.li, bank.wu]) await approveViewed(by, Number(id));
  const { approval, batch } = await bank.li.call(consoleCalls.banks.proposeBatch, {
    account: bank.account,
    items: `PAYOUT-${id}`,
  });
  await bank.agree(approval);
  const path = join(folder, 'out', `BATCH-${batch}.xml`);
  const text = await waitFor(() => {
    bank.money.exchange.wake('banks.folder');
    return readFile(path, 'utf8');
  });
  const [payment] = readPain001(text).payments;
  expect(payment).toMatchObject({ endToEnd: bank.nameOf('payout', id), amount });
  return bankEntry({ reference: `OUT-${id}`, amount, direction: 'out', endToEnd: bank.nameOf('payout', id) });
}

/** Whole numbers below a limit, the same for the same seed (mulberry32). */
function chance(seed: number): (limit: number) => number {
  let state = seed * 0x9e3779b9;
  return (limit) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) % limit;
  };
}

const day0 = Date.parse('2026-01-05T00:00:00Z');
const dayOf = (index: number): string => new Date(day0 + index * 86_400_000).toISOString().slice(0, 10);

/** The same entries as a notification, which may come before the statement. */
function notificationOf(entries: readonly SentEntry[], day: string): string {
  return statementOf(entries, { day })
    .replaceAll('camt.053.001.08', 'camt.054.001.08')
    .replaceAll('BkToCstmrStmt', 'BkToCstmrDbtCdtNtfctn')
    .replaceAll('Stmt>', 'Ntfctn>');
}

let closing = 0;
let waiting = 0;
/** Customers who made a payout. Without a market that values euros, one payout uses up the day's limit. */
const paying = new Set<MoneyCustomer>();

type Below = (limit: number) => number;

/** A payout of a customer who can pay it, and perhaps its return, which the statement shows before it. */
async function paidOut(below: Below, booked: string): Promise<SentEntry[]> {
  const payer = customers.find(({ expected, who }) => expected > 10_000 && !paying.has(who));
  if (!payer) return [];
  const amount = 5_000 + below(5_000);
  paying.add(payer.who);
  await taken();
  await credited();
  const left = { ...(await payOut(payer, amount)), booked };
  payer.expected -= amount;
  if (below(2) === 0) return [left];
  const back = amount - below(2) * 100;
  payer.expected += back;
  const { endToEnd } = left;
  return [bankEntry({ reference: `BACK-${endToEnd}`, amount: back, booked, endToEnd, isReturn: true }), left];
}

/** Fees, money of strangers, and customers' own money, also in parts that differ only in the bank's reference. */
function otherEntries(below: Below, reference: string, booked: string): SentEntry[] {
  const owner = customers[below(customers.length)] as Customer;
  const amount = 1 + below(200_000);
  const text = owner.reference;
  const kind = below(5);
  if (kind < 2) waiting += 1;
  if (kind === 0) return [bankEntry({ reference, amount, booked, name: 'Eve Adams', text })];
  if (kind === 1) return [bankEntry({ reference, amount: 1 + below(500), booked, direction: 'out', text: 'fees' })];
  const parts = ['a', 'b'].slice(0, 1 + below(2));
  owner.expected += amount * parts.length;
  return parts.map((part) => bankEntry({ reference: reference + part, amount, booked, name: owner.name, text }));
}

/** Delivers a day's statement, perhaps with a notification before it, an old file again, a failing process, or a restart. */
async function deliver(below: Below, delivered: string[], { entries, statement, booked }: Day): Promise<void> {
  const early = below(2) === 0 ? [notificationOf(entries.slice(0, 1 + below(entries.length)), booked)] : [];
  const again = below(2) === 0 && delivered.length > 0 ? [delivered[below(delivered.length)] ?? ''] : [];
  for (const text of [...early, ...again, statement]) await put(text);
  delivered.push(...early, statement);
  const wake = async (): Promise<void> => {
    bank.money.exchange.wake('banks.folder');
    bank.money.exchange.wake('banks.credit');
    // This call waits for the tables; meanwhile the jobs run.
    await customers[0]?.who.call(calls.assets.fiatStatement, { coin: 'EUR' });
  };
  const fault = below(3);
  if (fault === 0) await failing('insert', wake);
  if (fault === 1) await failing('credited', wake);
  if (below(3) === 0) await bank.money.exchange.restart();
}

interface Day {
  readonly entries: readonly SentEntry[];
  readonly statement: string;
  readonly booked: string;
}

test.each([1, 2, 3])(
  'random days of a bank: ledger and bank are equal to the cent, whatever happens to the files (%i)',
  async (seed) => {
    const below = chance(seed);
    const days = seed * 6;
    const delivered: string[] = [];
    for (let index = days - 6; index < days; index += 1) {
      const booked = dayOf(index);
      const entries = index > days - 4 ? await paidOut(below, booked) : [];
      for (let count = 1 + below(4); count > 0; count -= 1)
        entries.push(...otherEntries(below, `IN-${seed}-${index}-${count}`, booked));
      const statement = statementOf(entries, { opening: closing, day: booked });
      closing += entries.reduce((sum, { direction, amount }) => sum + (direction === 'in' ? amount : -amount), 0);
      await deliver(below, delivered, { entries, statement, booked });
    }
    await taken();
    await credited();
    const { items } = await bank.li.call(consoleCalls.banks.entries, { state: 'queued', limit: 100 });
    expect(items).toHaveLength(waiting);
    await waitFor(async () => {
      bank.money.exchange.wake('banks.reconcile');
      const { items: compared } = await bank.li.call(consoleCalls.banks.days, { limit: 100 });
      expect(compared.map(({ problem }) => problem)).toEqual(Array.from({ length: days }, () => null));
      expect(Math.round(Number(compared[0]?.closing) * 100)).toBe(closing);
    });
    const { assets } = await bank.li.call(consoleCalls.treasury.balances, {});
    const owed = customers.reduce((sum, { expected }) => sum + expected, 0);
    expect(assets.find(({ coin }) => coin === 'EUR')).toMatchObject({
      owed: `${(owed / 100).toFixed(2)}0000`,
      held: (closing / 100).toFixed(2),
    });
  },
);
