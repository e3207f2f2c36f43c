import type { Kysely, Transaction } from 'kysely';
import type { Tables } from '../../database/tables.ts';
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
 * Asks if a schedule still acts for a customer who is not locked, and for a session or key that was not ended. A session that lapses by itself, because the
 * customer is away, stops nothing: its row is gone too, but only after its end.
 */
export async function mayAct(
  db: Kysely<Tables> | Transaction<Tables>,
  { customer, session, session_expires: known }: ScheduleRow,
  time: number,
): Promise<ActVerdict> {
  const account = await db.selectFrom('customers').select('locked_at').where('id', '=', customer).executeTakeFirst();
  if (account?.locked_at !== null) return { reason: 'accountLocked', sessionExpires: known };
  if (session === null) return { reason: null, sessionExpires: null };
  const key = keyOfSession(session);
  if (key !== null) return { reason: await reasonOfKey(db, key, time), sessionExpires: null };
  const open = await db.selectFrom('sessions').select('expires').where('id', '=', session).executeTakeFirst();
  if (open) return { reason: null, sessionExpires: open.expires };
  return { reason: known !== null && known > time ? 'loggedOut' : null, sessionExpires: known };
}

async function reasonOfKey(
  db: Kysely<Tables> | Transaction<Tables>,
  id: string,
  time: number,
): Promise<'keyRevoked' | null> {
  const key = await db.selectFrom('api_keys').select(['rights', 'expires']).where('id', '=', id).executeTakeFirst();
  if (key === undefined || !key.rights.split(',').includes('trade')) return 'keyRevoked';
  return key.expires !== null && key.expires <= time ? 'keyRevoked' : null;
}
