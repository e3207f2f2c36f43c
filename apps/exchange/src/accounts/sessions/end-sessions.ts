import type { SessionEnd } from '@fft/contract';
import { sql, type Expression, type ExpressionBuilder, type Kysely, type SqlBool } from 'kysely';
import type { Tables } from '../room.ts';

/** The reason of an ended session is kept for this long. */
export const endedKeptMs = 30 * 24 * 3_600_000;

/** Reasons kept for an account: as many as it has sessions. */
const maxKept = 100;

export interface SessionEnding {
  readonly which: (sessions: ExpressionBuilder<Tables, 'sessions'>) => Expression<SqlBool>;
  readonly reason: SessionEnd;
  readonly time: number;
}

interface Ended {
  readonly customer: number;
  readonly id: string;
  readonly device: string | null;
}

/** Deletes sessions and keeps the reason, which the next call with their tokens is answered. */
export async function endSessions(db: Kysely<Tables>, { which, reason, time }: SessionEnding): Promise<Ended[]> {
  const ended = await db
    .with('ended', (query) =>
      query.deleteFrom('sessions').where(which).returning(['id', 'customer', 'device', 'token_hash as hash']),
    )
    .with('noted', (query) =>
      query
        .insertInto('ended_sessions')
        .columns(['token_hash', 'customer', 'reason', 'time'])
        .expression((from) =>
          from
            .selectFrom('ended')
            .select([
              'hash',
              'customer',
              sql<SessionEnd>`${reason}::text`.as('reason'),
              sql<number>`${time}::bigint`.as('time'),
            ]),
        ),
    )
    .selectFrom('ended')
    .select(['id', 'customer', 'device'])
    .execute();
  if (ended.length > 0) await forgetOldest(db, new Set(ended.map(({ customer }) => customer)));
  return ended;
}

async function forgetOldest(db: Kysely<Tables>, customers: ReadonlySet<number>): Promise<void> {
  await db
    .with('ranked', (query) =>
      query
        .selectFrom('ended_sessions')
        .select(['token_hash', sql<number>`row_number() over (partition by customer order by time desc)`.as('place')])
        .where(sql<boolean>`customer = any(${[...customers]})`),
    )
    .deleteFrom('ended_sessions')
    .where('token_hash', 'in', (query) => query.selectFrom('ranked').select('token_hash').where('place', '>', maxKept))
    .execute();
}

/** Ends all sessions of a customer; returns their ids. */
export async function endSessionsOf(
  db: Kysely<Tables>,
  customer: number,
  why: Pick<SessionEnding, 'reason' | 'time'>,
): Promise<string[]> {
  const ended = await endSessions(db, { ...why, which: (sessions) => sessions('customer', '=', customer) });
  return ended.map(({ id }) => id);
}

/** Why the session of a token ended; null if that isn't known, or it didn't. */
export async function whyEnded(db: Kysely<Tables>, tokenHash: Buffer, time: number): Promise<SessionEnd | null> {
  const noted = await db
    .selectFrom('ended_sessions')
    .select('reason')
    .where('token_hash', '=', tokenHash)
    .where('time', '>', time - endedKeptMs)
    .executeTakeFirst();
  if (noted !== undefined) return noted.reason;
  // Expired sessions are deleted some minutes later.
  const kept = await db
    .selectFrom('sessions')
    .select('id')
    .where('token_hash', '=', tokenHash)
    .where((or) => or.or([or('expires', '<=', time), or('ends', '<=', time)]))
    .executeTakeFirst();
  return kept === undefined ? null : 'expired';
}
