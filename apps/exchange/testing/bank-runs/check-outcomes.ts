import { deepStrictEqual, ok } from 'node:assert/strict';
import { amountOf, type BookedPayment, type Booking, type MadeUpAccount } from '../made-up-bank.ts';
import { groupOf } from '../../src/banks/entries/recognise.ts';
import { entriesOf, type Checked } from './check-always.ts';

/** The entries of a case that no other entry of their day is equal to, with the rows that reports of them have. */
async function singleEntries(run: Checked) {
  const entries = await entriesOf(run);
  return run.rows.flatMap((row, index) => {
    const bank = run.banks[index] as MadeUpAccount;
    const own = entries.filter(({ account }) => account === row.id);
    const groups = Map.groupBy(bank.bookings, (each) => groupOf({ ...each, booked: each.day, amount: amountOf(each) }));
    return [...groups].flatMap(([group, [booking, ...equal]]) => {
      const found = own.filter((entry) => entry.parent === null && groupOf(entry) === group);
      return booking === undefined || equal.length > 0 ? [] : [{ bank, booking, found, own }];
    });
  });
}

/** No report of a bank contradicts another, so none is said to: only among equal entries may that be a question. */
export async function checkAgreement(run: Checked): Promise<void> {
  for (const { found } of await singleEntries(run))
    for (const { id, doubts } of found)
      ok(!doubts.includes('contradiction'), `entry ${id} is said to be contradicted, and isn't`);
}

/** Where nothing is left to doubt, the exchange asks no one: what reports describe is credited, settled and given back. */
export async function checkOutcomes(run: Checked): Promise<void> {
  const sent = await run.exchange.db.selectFrom('withdrawals').select('id').where('state', '=', 'sent').execute();
  const open = new Set(sent.map(({ id }) => id));
  for (const { bank, booking, found, own } of await singleEntries(run)) {
    const { id, direction, payments, isUnusual } = booking;
    const [root] = found;
    const forms = bank.described.get(id);
    // A bank with other references in its other reports leaves a doubt.
    if (root === undefined || found.length > 1 || isUnusual || forms === undefined) continue;
    // Which of two is the first, the reports decide.
    if (run.payouts.some(({ name, isRepeated }) => isRepeated && payments.some(({ endToEnd }) => endToEnd === name)))
      continue;
    const leaves = payments.length > 1 ? own.filter(({ parent }) => parent === root.id) : [root];
    const became = leaves.map(({ state, payout, customer }) =>
      state === 'queued' ? state : `${state} ${state === 'credited' ? customer : payout}`,
    );
    const isNamed = forms.has('camt') || bank.dialect !== 'unstructured';
    // In MT940, what makes zero with its neighbours waits, as a payer's text could have written it.
    const isDoubted = direction === 'in' && root.unusual === 'unproven' && bank.writesMt940;
    const expected = payments.map((payment) =>
      isDoubted ? 'queued' : outcomeOf(run, booking, { payment, isNamed, open }),
    );
    deepStrictEqual(became.toSorted(), expected.toSorted(), `entry ${root.id} ended otherwise`);
  }
}

interface Described {
  readonly payment: BookedPayment;
  /** True if a report says the name of the other side. */
  readonly isNamed: boolean;
  /** Payouts that no report has settled. */
  readonly open: ReadonlySet<number>;
}

function outcomeOf(
  { exchange, payouts }: Checked,
  { direction }: Booking,
  { payment: { payer, endToEnd, isReturn }, isNamed, open }: Described,
): string {
  const payout = payouts.find(({ name }) => name === endToEnd && name === payer.text);
  if (payout && !isReturn) return `settled ${payout.id}`;
  if (payout) return open.has(payout.id) ? 'new null' : `gaveBack ${payout.id}`;
  const customer = exchange.customers.find(({ text }) => text === payer.text);
  return direction === 'in' && customer && isNamed ? `credited ${customer.id}` : 'queued';
}
