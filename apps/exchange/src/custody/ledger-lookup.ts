import { setTimeout as delay } from 'node:timers/promises';
import type { Kysely } from 'kysely';
import type { Tables } from '../database/tables.ts';
import type { EngineHost } from '../trading/engine-host.ts';

/** The tables are some tenths of a second behind the journal where much is traded. */
const tablesWithinMs = 3_000;
const lookMs = 50;
/** Before this, by clocks that differ. */
const clocksDifferMs = 60_000;

/**
 * Whether a customer's account was ever moved under a reference, from about a moment on: by the tables, once they are where the journal was when this was asked. Null where
 * they aren't soon. The engine forgets ids after a day; the tables never do.
 */
export async function isInLedger(
  { db, host }: { readonly db: Kysely<Tables>; readonly host: EngineHost },
  owner: number,
  asset: number,
  reference: string,
  since: number,
): Promise<boolean | null> {
  await host.catchUp();
  if (!(await areTablesAt(db, host.sequence))) return null;
  const posting = await postingsUnder(db, owner, asset, reference, since)
    .select('sequence')
    .limit(1)
    .executeTakeFirst();
  return posting !== undefined;
}

/** How much less a customer has available by all that was done under a reference, by the tables as they are. */
export async function takenUnder(
  db: Kysely<Tables>,
  owner: number,
  asset: number,
  reference: string,
  since: number,
): Promise<number> {
  const rows = await postingsUnder(db, owner, asset, reference, since).select('available_delta').execute();
  return -rows.reduce((sum, { available_delta: delta }) => sum + delta, 0);
}

function postingsUnder(db: Kysely<Tables>, owner: number, asset: number, reference: string, since: number) {
  return db
    .selectFrom('postings')
    .where('owner', '=', owner)
    .where('kind', '=', 'coin')
    .where('asset', '=', asset)
    .where('time', '>=', since - clocksDifferMs)
    .where('reference', '=', reference);
}

async function areTablesAt(db: Kysely<Tables>, sequence: number): Promise<boolean> {
  const until = performance.now() + tablesWithinMs;
  for (;;) {
    const found = await db.selectFrom('projection').select('sequence').where('name', '=', 'ledger').executeTakeFirst();
    if ((found?.sequence ?? 0) >= sequence) return true;
    if (performance.now() >= until) return false;
    await delay(lookMs);
  }
}
