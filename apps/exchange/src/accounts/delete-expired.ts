import type { Kysely } from 'kysely';
import type { Tables } from './room.ts';
import { deviceKeptMs } from './sign-in/device-keys.ts';
import { networkKeptMs } from './sign-in/familiar-networks.ts';
import { endedKeptMs, endSessions } from './sessions/end-sessions.ts';
import { failuresKeptMs } from './limits/growing-lock.ts';

const oneFailureKeptMs = 24 * 3_600_000;

const loginsKeptMs = 180 * 24 * 3_600_000;

/** Deletes expired sessions, codes and counters. Correctness doesn't depend on it: expired rows are never used. */
export async function deleteExpired(db: Kysely<Tables>, time: number): Promise<void> {
  await endSessions(db, { which: (sessions) => sessions('expires', '<=', time), reason: 'expired', time });
  await db
    .deleteFrom('ended_sessions')
    .where('time', '<=', time - endedKeptMs)
    .execute();
  await db.deleteFrom('codes').where('expires', '<=', time).execute();
  await db.deleteFrom('passkey_challenges').where('expires', '<=', time).execute();
  await db.deleteFrom('rate_limits').where('expire', '<=', time).execute();
  await db.deleteFrom('tries').where('until', '<=', time).where('pending_until', '<=', time).execute();
  await db
    .deleteFrom('device_keys')
    .where('used', '<=', time - deviceKeptMs)
    .execute();
  await db
    .deleteFrom('familiar_networks')
    .where('used', '<=', time - networkKeptMs)
    .execute();
  await db
    .deleteFrom('logins')
    .where('time', '<=', time - loginsKeptMs)
    .execute();
  await db
    .deleteFrom('login_failures')
    .where('last', '<=', time - failuresKeptMs)
    .where('locked_until', '<=', time)
    .execute();
  // A single failure expires sooner: attempts at many addresses must not keep rows for a month each.
  await db
    .deleteFrom('login_failures')
    .where('last', '<=', time - oneFailureKeptMs)
    .where('failures', '=', 1)
    .where('locked_until', '<=', time)
    .execute();
}
