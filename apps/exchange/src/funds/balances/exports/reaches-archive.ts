import { sql, type Kysely } from 'kysely';
import type { Tables } from '../../room.ts';
import type { StatementQuery } from '../statement-rows.ts';

/** True if trades of the customer in these times are in the archive, so that the tables alone don't have the whole statement. */
export async function reachesArchive(
  db: Kysely<Tables>,
  { owner, from, type }: Pick<StatementQuery, 'from' | 'type'> & { readonly owner: number },
): Promise<boolean> {
  if (type !== undefined && type !== 'trade' && type !== 'fee') return false;
  const { rows } = await sql<{ found: boolean }>`
    select exists (
      select from archive_files where table_name <> 'orders' and rows > 0 and until > ${from ?? 0}::bigint
    ) and exists (select from archived_balances where owner = ${owner}) as found`.execute(db);
  return rows[0]?.found === true;
}
