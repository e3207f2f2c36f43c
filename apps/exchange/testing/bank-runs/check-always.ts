import { deepStrictEqual, ok } from 'node:assert/strict';
import { signedAmount, type MadeUpAccount } from '../made-up-bank.ts';
import type { AccountRow } from '../../src/banks/accounts.ts';
import { closedDays } from '../../src/banks/days/closings.ts';
import type { EntryRow } from '../../src/banks/entries/entries.ts';
import { imitationMark, type MadePayout } from './made-payouts.ts';
import type { RunExchange } from './open-runs.ts';
import { readReserves, standingOf, type Standing } from './standing.ts';

/** A case as the checks see it. */
export interface Checked {
  readonly exchange: RunExchange;
  readonly rows: readonly AccountRow[];
  readonly banks: readonly MadeUpAccount[];
  readonly payouts: readonly MadePayout[];
  readonly before: { readonly customers: readonly Standing[]; readonly reserves: number };
}

/** All rows of the case's accounts, also those that turned out to be reports of others. */
export function entriesOf({ exchange: { db }, rows }: Checked): Promise<EntryRow[]> {
  const accounts = rows.map(({ id }) => id);
  return db.selectFrom('bank_entries').selectAll().where('account', 'in', accounts).orderBy('id').execute();
}

const signed = ({ direction, amount }: Pick<EntryRow, 'direction' | 'amount'>): number =>
  direction === 'in' ? amount : -amount;
const sum = (amounts: readonly number[]): number => amounts.reduce((total, each) => total + each, 0);
const ended: readonly EntryRow['state'][] = ['credited', 'gaveBack', 'settled'];

/** What holds after every file, whatever is still missing. */
export async function checkAlways(run: Checked): Promise<void> {
  const entries = await entriesOf(run);
  // What says what became of the money: each entry, or else its parts.
  const leaves = entries.filter(({ state }) => state !== 'split' && state !== 'same');
  const done = await checkPayouts(run, leaves);
  await checkCustomers(run, leaves, done);
  const roots = entries.filter(({ parent, state }) => parent === null && state !== 'same');
  const held = sum(
    standingOf(run.exchange).map(({ total }, index) => total - (run.before.customers[index]?.total ?? 0)),
  );
  const queue = sum(leaves.filter(({ state }) => !ended.includes(state)).map(signed));
  deepStrictEqual(
    held + queue,
    sum(roots.map(signed)),
    'what customers hold and the queue is not what the bank booked',
  );
  await checkClosings(run);
  await checkReserves(run, roots);
  for (const { id, amount, state, taken } of entries) {
    const ofParts = sum(entries.filter(({ parent }) => parent === id).map((part) => part.taken));
    const isCounted = taken >= ofParts && (!ended.includes(state) || taken === amount);
    ok(isCounted && taken >= 0 && taken <= amount, `${taken} of ${amount} were taken from entry ${id}`);
  }
}

/** Each payout is settled once at most, and comes back once at most, by what the bank calls so. Returns the settled ones. */
async function checkPayouts({ exchange, payouts }: Checked, leaves: readonly EntryRow[]): Promise<MadePayout[]> {
  const linked = leaves.filter(({ payout }) => payout !== null);
  for (const { id, body } of linked) ok(!body.includes(imitationMark), `entry ${id} imitates a payout, and acts`);
  const ids = payouts.map(({ id }) => id);
  const states = new Map<number, string>();
  if (ids.length > 0) {
    const rows = exchange.db.selectFrom('withdrawals').select(['id', 'state']).where('id', 'in', ids);
    for (const { id, state } of await rows.execute()) states.set(id, state);
  }
  for (const { id, amount, account, cameBack } of payouts) {
    const own = linked.filter((entry) => entry.payout === id);
    const left = own.filter(({ direction }) => direction === 'out');
    const back = own.filter(({ direction }) => direction === 'in');
    deepStrictEqual(
      left.map((entry) => [entry.state, entry.amount, entry.account]),
      states.get(id) === 'done' ? [['settled', amount, account]] : [],
      `payout ${id} is ${states.get(id)}`,
    );
    ok(back.length <= (cameBack === null || left.length === 0 ? 0 : 1), `payout ${id} came back too often`);
    for (const entry of back) deepStrictEqual([entry.state, entry.amount], ['gaveBack', amount]);
  }
  deepStrictEqual(
    linked.filter(({ payout }) => !ids.includes(payout ?? 0)).map(({ id }) => id),
    [],
    'an entry acts on a payout of another time',
  );
  return payouts.filter(({ id }) => states.get(id) === 'done');
}

/** The ledger has what entries say, and no customer has more than the bank booked for them. */
async function checkCustomers(run: Checked, leaves: readonly EntryRow[], done: readonly MadePayout[]): Promise<void> {
  const now = standingOf(run.exchange);
  const open = run.payouts.filter((payout) => !done.includes(payout));
  const of = (list: readonly MadePayout[], customer: number): number =>
    sum(list.filter((payout) => payout.customer === customer).map(({ amount }) => amount));
  for (const [index, { id, text, name }] of run.exchange.customers.entries()) {
    const [was, is] = [run.before.customers[index] as Standing, now[index] as Standing];
    const came = (state: 'credited' | 'gaveBack'): number =>
      sum(leaves.filter((entry) => entry.state === state && entry.customer === id).map(({ amount }) => amount));
    deepStrictEqual(
      is.total - was.total,
      came('credited') + came('gaveBack') - of(done, id),
      `${name} has another amount`,
    );
    deepStrictEqual(is.inPayment - was.inPayment, of(open, id), `${name} has another amount in payment`);
    const owed = run.banks.flatMap(({ bookings }) =>
      bookings
        .filter(({ direction, isUnusual }) => direction === 'in' && !isUnusual)
        .flatMap(({ payments }) => payments.filter(({ payer }) => payer.text === text)),
    );
    ok(came('credited') <= sum(owed.map(({ amount }) => amount)), `${name} has more than the bank booked`);
  }
}

/** The closing balance is one that the bank has had that day. */
async function checkClosings({ exchange, rows, banks }: Checked): Promise<void> {
  for (const [index, { id }] of rows.entries()) {
    const bank = banks[index] as MadeUpAccount;
    const last = (await closedDays(exchange.db, id)).at(-1);
    if (last)
      ok(last.closing <= Math.max(...balancesOf(bank, last.day)), 'the closing balance is no balance of the bank');
  }
}

/** Reserves are what the banks last said that they owe, less what left since: each entry once, whether it is known by its parts or not. */
async function checkReserves({ exchange: { db }, rows, before }: Checked, roots: readonly EntryRow[]): Promise<void> {
  let expected = before.reserves;
  for (const { id } of rows) {
    const last = (await closedDays(db, id)).at(-1);
    const left = roots.filter(
      ({ account, direction, statement, booked }) =>
        account === id && direction === 'out' && statement === null && booked > (last?.day ?? ''),
    );
    expected += (last?.closing ?? 0) - sum(left.map(({ amount }) => amount));
  }
  deepStrictEqual(await readReserves(db), expected, 'the reserves are not what the banks have');
}

function balancesOf(bank: MadeUpAccount, day: string): number[] {
  const booked = bank.of(day).map(signedAmount);
  let balance = bank.closing(day) - sum(booked);
  return [balance, ...booked.map((amount) => (balance += amount))];
}
