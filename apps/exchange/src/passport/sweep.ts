import type { Kysely } from 'kysely';
import type { Tables } from '../database/tables.ts';

/** Failures that nobody added to for so long are forgotten. */
const failuresKeptMs = 30 * 24 * 3_600_000;

const loginsKeptMs = 180 * 24 * 3_600_000;

/** Deletes expired sessions, codes and counters. Nothing counts on it: what has expired is never used. */
export async function sweepExpired(db: Kysely<Tables>, time: number): Promise<void> {
  await db.deleteFrom('sessions').where('expires', '<=', time).execute();
  await db.deleteFrom('codes').where('expires', '<=', time).execute();
  await db.deleteFrom('passkey_challenges').where('expires', '<=', time).execute();
  await db.deleteFrom('rate_limits').where('expire', '<=', time).execute();
  await db
    .deleteFrom('logins')
    .where('time', '<=', time - loginsKeptMs)
    .execute();
  await db
    .deleteFrom('login_failures')
    .where('last', '<=', time - failuresKeptMs)
    .where('locked_until', '<=', time)
    .execute();
}
