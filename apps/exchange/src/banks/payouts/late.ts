import { sql, type Kysely } from 'kysely';
import type { Tables } from '../room.ts';
import { bankRail } from '../../assets/networks.ts';
import type { HouseAccounts } from '../accounts.ts';
import { isPast } from './cut-off.ts';
import { paymentLabel } from './payment-names.ts';

/** Working days that a bank's statement may take. */
const days = 3;

/** Lists what a statement should show by now: sent payouts, entries to be returned, and entries that only a notification showed. */
export async function lateStatements(
  { db, accounts }: { readonly db: Kysely<Tables>; readonly accounts: Pick<HouseAccounts, 'listed'> },
  now: number,
): Promise<string[]> {
  const { rows } = await sql<{ kind: 'payout' | 'return' | 'entry'; id: number; currency: string; since: number }>`
    select 'payout' as kind, id, coin as currency, updated as since from withdrawals where state = 'sent' and chain = ${bankRail}
    union all
    select 'return', id, currency, updated from bank_entries where state = 'returning'
    union all
    select 'entry', bank_entries.id, currency, bank_entries.time from bank_entries
      join bank_files on bank_files.id = bank_entries.file and format = 'camt054'
      where statement is null and parent is null and bank_entries.state <> 'same'
    order by since, id`.execute(db);
  if (rows.length === 0) return [];
  const calendars = new Map((await accounts.listed()).map((account) => [account.currency, account]));
  return rows.flatMap(({ kind, id, currency, since }) => {
    const calendar = calendars.get(currency);
    if (calendar === undefined || !isPast(calendar, { since, days }, now)) return [];
    return [kind === 'entry' ? `entry ${id}` : paymentLabel(kind, id)];
  });
}
