import { setTimeout as delay } from 'node:timers/promises';
import { sql, type Kysely } from 'kysely';
import type { Tables } from '../database/tables.ts';
import type { EngineHost } from '../trading/engine-host.ts';

/** The tables are some tenths of a second behind the journal where much is traded. */
const tablesWithinMs = 3_000;
const lookMs = 50;
/** Before this, by clocks that differ. */
const clocksDifferMs = 60_000;

interface LookupParts {
  readonly db: Kysely<Tables>;
  readonly host: EngineHost;
}

/**
 * Whether a customer's account was ever moved under a reference, from about a moment on: by the tables, once they are where the journal was when this was asked. Null where
 * they aren't soon. The engine forgets ids after a day; the tables never do.
 */
export async function isInLedger(
  parts: LookupParts,
  owner: number,
  asset: number,
  reference: string,
  since: number,
): Promise<boolean | null> {
  const moved = await movedInLedger(parts, owner, asset, reference, since);
  return moved && moved.postings > 0;
}

/** How often a customer's account was moved under a reference, and by how much what is available has changed in all; null and known as {@link isInLedger}. */
export async function movedInLedger(
  { db, host }: LookupParts,
  owner: number,
  asset: number,
  reference: string,
  since: number,
): Promise<{ readonly postings: number; readonly available: number } | null> {
  await host.catchUp();
  if (!(await areTablesAt(db, host.sequence))) return null;
  return db
    .selectFrom('postings')
    .select(sql<number>`count(*)::int`.as('postings'))
    .select(sql<number>`coalesce(sum(available_delta), 0)::bigint`.as('available'))
    .where('owner', '=', owner)
    .where('kind', '=', 'coin')
    .where('asset', '=', asset)
    .where('time', '>=', since - clocksDifferMs)
    .where('reference', '=', reference)
    .executeTakeFirstOrThrow();
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
