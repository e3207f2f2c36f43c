import type { Kysely } from 'kysely';
import type { Tables } from '../database/tables.ts';
import type { EngineHost } from '../trading/engine-host.ts';

/** Before this, by clocks that differ. */
const clocksDifferMs = 60_000;

/**
 * Whether a customer's account was ever moved under a reference, from about a moment on: by the tables, once they are where the journal is. Null where
 * they aren't yet. The engine forgets ids after a day; the tables never do.
 */
export async function isInLedger(
  { db, host }: { readonly db: Kysely<Tables>; readonly host: EngineHost },
  owner: number,
  asset: number,
  reference: string,
  since: number,
): Promise<boolean | null> {
  await host.catchUp();
  const position = await db.selectFrom('projection').select('sequence').where('name', '=', 'ledger').executeTakeFirst();
  if ((position?.sequence ?? 0) < host.sequence) return null;
  const posting = await db
    .selectFrom('postings')
    .select('sequence')
    .where('owner', '=', owner)
    .where('kind', '=', 'coin')
    .where('asset', '=', asset)
    .where('time', '>=', since - clocksDifferMs)
    .where('reference', '=', reference)
    .limit(1)
    .executeTakeFirst();
  return posting !== undefined;
}
