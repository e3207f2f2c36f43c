import { setTimeout as delay } from 'node:timers/promises';
import { sql, type Kysely } from 'kysely';
import type { AnyHandle } from '../database/rooms.ts';
import { own, type Tables } from './room.ts';
import type { EngineHost } from './replica/engine-host.ts';

/** Under heavy trading the tables lag the journal by some tenths of a second. */
const defaultTablesWithinMs = 3_000;
const lookMs = 50;
/** Allowance for clocks that differ. */
const clocksDifferMs = 60_000;

/** A customer's account, the references that may have moved it, and the earliest time to search. */
export interface Moved {
  readonly owner: number;
  readonly asset: number;
  readonly references: readonly string[];
  readonly since: number;
}

interface Ledger {
  readonly db: AnyHandle;
  readonly host: EngineHost;
  /** How long the tables are waited for; three seconds by default. */
  readonly tablesWithinMs?: number | undefined;
}

/**
 * True if one of these references ever moved the customer's account. Reads the tables once they have caught up with the journal as of this call; null if they
 * do not soon. The engine forgets ids after a day; the tables never do.
 */
export async function isInLedger(ledger: Ledger, moved: Moved): Promise<boolean | null> {
  if (!(await haveTablesCaughtUp(ledger))) return null;
  const posting = await postingsUnder(own(ledger.db), moved).select('sequence').limit(1).executeTakeFirst();
  return posting !== undefined;
}

/** True once the tables have everything the journal has now; false if they do not catch up soon. */
export async function haveTablesCaughtUp(ledger: Ledger): Promise<boolean> {
  await ledger.host.catchUp();
  return areTablesAt(ledger, ledger.host.sequence);
}

/** Returns the references that ever credited any account, by the tables as they are. */
export async function creditedUnder(handle: AnyHandle, references: readonly string[]): Promise<ReadonlySet<string>> {
  const db = own(handle);
  const rows = await db
    .selectFrom('postings')
    .select('reference')
    // The partial index covers this reason only.
    .where('reason', '=', sql.lit('deposit'))
    .where('reference', '=', sql<string>`any(${references}::text[])`)
    .execute();
  return new Set(rows.map(({ reference }) => reference));
}

/** Amount that the given references took from a customer's available balance, according to the tables. */
export async function takenUnder(handle: AnyHandle, moved: Moved): Promise<number> {
  const db = own(handle);
  const rows = await postingsUnder(db, moved).select('available_delta').execute();
  return -rows.reduce((sum, { available_delta: delta }) => sum + delta, 0);
}

/** A customer's money, frozen under an id. */
export interface FrozenUnder {
  readonly owner: number;
  readonly asset: number;
  readonly id: string;
  readonly amount: number;
  readonly since: number;
}

/** True if money frozen under an id has left for good; null while it is still frozen. The engine remembers for a day, the tables for ever once they have caught up. */
export async function hasLeft({ db, host }: Ledger, frozen: FrozenUnder): Promise<boolean | null> {
  const { owner, asset, id, amount, since } = frozen;
  const known = host.engine.withdrawal(owner, id);
  if (known === null) return amount > 0 && (await takenUnder(db, { owner, asset, references: [id], since })) === amount;
  if (known.asset !== asset || known.kind !== 'coin' || known.destination !== 'chain') return false;
  if (known.amount !== amount || known.state === 'released') return false;
  return known.state === 'settled' ? true : null;
}

function postingsUnder(db: Kysely<Tables>, { owner, asset, references, since }: Moved) {
  return db
    .selectFrom('postings')
    .where('owner', '=', owner)
    .where('kind', '=', 'coin')
    .where('asset', '=', asset)
    .where('time', '>=', since - clocksDifferMs)
    .where('reference', '=', sql<string>`any(${references}::text[])`);
}

async function areTablesAt({ db, tablesWithinMs = defaultTablesWithinMs }: Ledger, sequence: number): Promise<boolean> {
  const until = performance.now() + tablesWithinMs;
  const tables = own(db);
  for (;;) {
    const found = await tables
      .selectFrom('projection')
      .select('sequence')
      .where('name', '=', 'ledger')
      .executeTakeFirst();
    if ((found?.sequence ?? 0) >= sequence) return true;
    if (performance.now() >= until) return false;
    await delay(lookMs);
  }
}
