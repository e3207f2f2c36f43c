import type { Transaction } from 'kysely';
import type { Tables } from '../room.ts';
import { keyOfSession } from '../../transport/http/signed-request.ts';
import type { ScheduleRow } from './schedule-macs.ts';

export type Standstill = 'accountLocked' | 'loggedOut' | 'keyRevoked';

export interface ActVerdict {
  /** Why the schedule may order nothing more; null while it may. */
  readonly reason: Standstill | null;
  /** The latest known end of its session. */
  readonly sessionExpires: number | null;
}

/**
 * Asks which schedules still act for customers who are not locked, and for sessions or keys that were not ended. A session that lapses by itself, because the
 * customer is away, stops nothing: its row is gone too, but only after its end.
 */
export async function mayAct(
  transaction: Transaction<Tables>,
  rows: readonly ScheduleRow[],
  time: number,
): Promise<(row: ScheduleRow) => ActVerdict> {
  const customers = await transaction
    .selectFrom('customers')
    .select('id')
    .where('id', 'in', [...new Set(rows.map(({ customer }) => customer))])
    .where('locked_at', 'is', null)
    .execute();
  const unlocked = new Set(customers.map(({ id }) => id));
  const sessions = await readSessions(transaction, rows);
  const keys = await readKeys(transaction, rows, time);
  return ({ customer, session, session_expires: known }) => {
    if (!unlocked.has(customer)) return { reason: 'accountLocked', sessionExpires: known };
    if (session === null) return { reason: null, sessionExpires: null };
    const key = keyOfSession(session);
    if (key !== null) return { reason: keys.has(key) ? null : 'keyRevoked', sessionExpires: null };
    const expires = sessions.get(session);
    if (expires !== undefined) return { reason: null, sessionExpires: expires };
    return { reason: known !== null && known > time ? 'loggedOut' : null, sessionExpires: known };
  };
}

async function readSessions(
  transaction: Transaction<Tables>,
  rows: readonly ScheduleRow[],
): Promise<ReadonlyMap<string, number>> {
  const ids = rows.map(({ session }) => session).filter((id) => id !== null);
  if (ids.length === 0) return new Map();
  const open = await transaction.selectFrom('sessions').select(['id', 'expires']).where('id', 'in', ids).execute();
  return new Map(open.map(({ id, expires }) => [id, expires]));
}

/** The keys that may trade. */
async function readKeys(
  transaction: Transaction<Tables>,
  rows: readonly ScheduleRow[],
  time: number,
): Promise<ReadonlySet<string>> {
  const ids = rows.map(({ session }) => (session === null ? null : keyOfSession(session))).filter((id) => id !== null);
  if (ids.length === 0) return new Set();
  const keys = await transaction
    .selectFrom('api_keys')
    .select(['id', 'rights', 'expires'])
    .where('id', 'in', ids)
    .execute();
  const usable = keys.filter(
    ({ rights, expires }) => rights.split(',').includes('trade') && (expires === null || expires > time),
  );
  return new Set(usable.map(({ id }) => id));
}
