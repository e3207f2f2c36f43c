import { sql, type Kysely, type Transaction } from 'kysely';
import type { AnyHandle, AnyTransaction } from '../database/rooms.ts';
import { own, type Tables } from './room.ts';
import { refuse } from './refusals.ts';

const hourMs = 3_600_000;

/** Acts by which one operator stops a customer, or lets one go on. */
const stops = [
  'account.lock',
  'account.unlock',
  'account.endSessions',
  'account.revokeApiKey',
  'identity.revoke',
] as const;

export interface StopBound {
  /** How many customers one operator may stop, or let go on, within an hour. */
  readonly stopsPerHour: number;
}

/** Call it before such an act, in its transaction: concurrent ones of an operator wait for each other. @throws Refusal `tooManyRequests` */
export async function refuseMoreStops(
  handle: AnyTransaction,
  { stopsPerHour }: StopBound,
  { operator, time }: { readonly operator: string; readonly time: number },
): Promise<void> {
  const transaction = own(handle);
  await sql`select pg_advisory_xact_lock(hashtextextended(${`stops of ${operator}`}, 0))`.execute(transaction);
  const counted = await counts(transaction, time).where('operator', '=', operator).executeTakeFirst();
  if ((counted?.count ?? 0) >= stopsPerHour) throw refuse('tooManyStops');
}

/** Operators who are at the bound, for the alarm. */
export async function operatorsAtBound(
  handle: AnyHandle,
  { stopsPerHour }: StopBound,
  time: number,
): Promise<string[]> {
  const db = own(handle);
  const rows = await counts(db, time).orderBy('operator').execute();
  return rows.filter(({ count }) => count >= stopsPerHour).map(({ operator, count }) => `${operator}: ${count}`);
}

function counts(db: Kysely<Tables> | Transaction<Tables>, time: number) {
  return db
    .selectFrom('audit')
    .select(({ fn }) => ['operator', fn.countAll<number>().as('count')])
    .where('act', 'in', stops)
    .where('time', '>', time - hourMs)
    .groupBy('operator');
}

/** Texts for everyone that one operator may save within an hour: more than people write. */
const savesPerHour = 30;
const saves = ['notice.save', 'banner.save', 'about.save', 'notice.delete', 'banner.delete'] as const;

/** Call it before a text for everyone is saved or deleted. @throws Refusal `tooManyRequests` */
export async function refuseMoreSaves(
  handle: AnyTransaction,
  { operator, time }: { readonly operator: string; readonly time: number },
): Promise<void> {
  const transaction = own(handle);
  const { count } = await transaction
    .selectFrom('audit')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('act', 'in', saves)
    .where('operator', '=', operator)
    .where('time', '>', time - hourMs)
    .executeTakeFirstOrThrow();
  if (count >= savesPerHour) throw refuse('tooManySaves');
}
