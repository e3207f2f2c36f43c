import type { Kysely } from 'kysely';
import { deepStrictEqual } from 'node:assert/strict';
import { amountOf, dayOf, type MadeUpAccount } from '../made-up-bank.ts';
import { closedDays } from '../../src/banks/days/closings.ts';
import type { EntryRow } from '../../src/banks/entries/entries.ts';
import { reconcile } from '../../src/banks/days/reconcile.ts';
import type { Tables } from '../../src/database/tables.ts';
import type { Checked } from './check-always.ts';
import { days } from './made-cases.ts';
import { readReserves } from './standing.ts';

/** Entries without their parts. */
export function rootsOf(db: Kysely<Tables>, account: number): Promise<EntryRow[]> {
  const rows = db.selectFrom('bank_entries').selectAll().where('account', '=', account);
  return rows.where('parent', 'is', null).where('state', '<>', 'same').execute();
}

const hourMs = 3_600_000;

/** What holds once the bank has reported everything, and operators have decided. */
export async function checkEnd({ exchange, rows, banks, payouts, before }: Checked): Promise<void> {
  const { db, ledger } = exchange;
  const shown = (list: readonly { day: string; direction: string; amount: number }[]) =>
    list.map(({ day, direction, amount }) => `${day} ${direction} ${amount}`).toSorted();
  for (const [index, { id }] of rows.entries()) {
    const bank = banks[index] as MadeUpAccount;
    deepStrictEqual(
      shown((await rootsOf(db, id)).map(({ booked, ...each }) => ({ ...each, day: booked }))),
      shown(bank.bookings.map((each) => ({ day: each.day, direction: each.direction, amount: amountOf(each) }))),
    );
    deepStrictEqual(
      (await closedDays(db, id)).map(({ closing }) => closing),
      Array.from({ length: days }, (_, day) => bank.closing(dayOf(day))),
    );
  }
  const atBanks = banks.reduce((sum, bank) => sum + bank.closing(dayOf(days - 1)), 0);
  deepStrictEqual((await readReserves(db)) - before.reserves, atBanks);
  // Days are compared without what waits once it has waited for an hour.
  exchange.passTime(hourMs + 1);
  const log = { fatal: () => undefined } as never;
  await reconcile({ ...ledger, db, log, accounts: { all: () => Promise.resolve([...rows]) } });
  const ids = rows.map(({ id }) => id);
  const compared = await db.selectFrom('bank_days').selectAll().where('account', 'in', ids).execute();
  deepStrictEqual(
    compared.map(({ problem }) => problem),
    Array.from({ length: days * rows.length }, () => null),
  );
  const own = db.selectFrom('bank_entries').select(['id', 'is_return', 'end_to_end']).where('account', 'in', ids);
  const waiting = await own.where('state', 'in', ['new', 'matched']).execute();
  const sent = await db.selectFrom('withdrawals').select('id').where('state', '=', 'sent').execute();
  const unsettled = payouts.filter((payout) => sent.some(({ id }) => id === payout.id));
  // A return waits as long as no report shows that its payout left.
  const isDue = ({ is_return, end_to_end }: (typeof waiting)[number]): boolean =>
    is_return && end_to_end !== null && unsettled.some(({ name }) => name.startsWith(end_to_end));
  deepStrictEqual(
    waiting.filter((entry) => !isDue(entry)),
    [],
  );
}
