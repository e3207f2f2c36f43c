import { randomBytes } from 'node:crypto';
import type { Lang } from '@fft/contract';
import { sql, type Kysely, type Selectable, type Transaction } from 'kysely';
import type { Tables } from '../../room.ts';
import { refuse } from '../../refusals.ts';
import { tooOften } from '../../../refusals/refuse.ts';
import type { ExportFilter } from './tables.ts';

export type ExportRow = Selectable<Tables['statement_exports']>;

/** A request within this time of the same one gets its file. */
const sameForMs = 3_600_000;
/** Files are kept for a day. */
const keptMs = 86_400_000;
/** A process that hasn't written for so long is taken for dead. */
const silentMs = 600_000;
const maxAttempts = 3;
/** Of one customer within a day: each may read the whole archive. */
const maxPerDay = 10;

export interface NewExport {
  readonly customer: number;
  readonly account: 'coin' | 'fiat';
  readonly filter: ExportFilter;
  readonly lang: Lang;
}

/** Rows of exports: what customers start, and what processes take on. */
export function createExports({ db, now }: { readonly db: Kysely<Tables>; readonly now: () => number }) {
  return {
    /** @throws Refusal `conflict` while another one of the customer is under way */
    start: (wanted: NewExport): Promise<ExportRow> =>
      db.transaction().execute((transaction) => startIn(transaction, wanted, now())),

    find: (customer: number, id: string): Promise<ExportRow | undefined> =>
      db
        .selectFrom('statement_exports')
        .selectAll()
        .where('id', '=', id)
        .where('customer', '=', customer)
        .executeTakeFirst(),

    part: async (id: string, number: number): Promise<string | null> => {
      const rows = db.selectFrom('statement_export_parts').select('csv').where('export', '=', id);
      return (await rows.where('number', '=', number).executeTakeFirst())?.csv ?? null;
    },

    /** Takes the oldest one that waits, or whose process died; null without one. One that failed too often ends. */
    take: () => takeOne(db, now()),

    progress: (id: string, done: number, total: number) =>
      db.updateTable('statement_exports').set({ done, total, updated: now() }).where('id', '=', id).execute(),

    /** Ends an attempt: another one follows, unless it was the last or can't help. */
    fail: ({ id, attempts }: ExportRow, isFinal: boolean) =>
      db
        .updateTable('statement_exports')
        .set({ state: isFinal || attempts >= maxAttempts ? 'failed' : 'waiting', updated: now() })
        .where('id', '=', id)
        .execute(),

    deleteOld: () =>
      db
        .deleteFrom('statement_exports')
        .where('created', '<', now() - keptMs)
        .execute(),
  };
}

export type Exports = ReturnType<typeof createExports>;

async function startIn(
  transaction: Transaction<Tables>,
  { customer, account, filter, lang }: NewExport,
  time: number,
): Promise<ExportRow> {
  await sql`select pg_advisory_xact_lock(hashtextextended('statement export', ${customer}))`.execute(transaction);
  const recent = await transaction
    .selectFrom('statement_exports')
    .selectAll()
    .where('customer', '=', customer)
    .where('created', '>', time - keptMs)
    .orderBy('created', 'desc')
    .execute();
  const same = recent.find(
    (row) =>
      row.state !== 'failed' &&
      row.created > time - sameForMs &&
      row.account === account &&
      row.lang === lang &&
      textOf(row.filter) === textOf(filter),
  );
  if (same) return same;
  if (recent.some(({ state }) => state === 'waiting' || state === 'running')) throw refuse('exportUnderWay');
  const first = recent[maxPerDay - 1];
  if (first) throw tooOften(first.created + keptMs - time);
  const id = randomBytes(18).toString('base64url');
  const begun = { state: 'waiting', created: time, updated: time } as const;
  return transaction
    .insertInto('statement_exports')
    .values({ id, customer, account, filter: JSON.stringify(filter), lang, ...begun })
    .returningAll()
    .executeTakeFirstOrThrow();
}

async function takeOne(db: Kysely<Tables>, time: number): Promise<ExportRow | null> {
  const isSilent = sql<boolean>`state = 'running' and updated < ${time - silentMs}`;
  await db
    .updateTable('statement_exports')
    .set({ state: 'failed', updated: time })
    .where(isSilent)
    .where('attempts', '>=', maxAttempts)
    .execute();
  const { rows } = await sql<ExportRow>`
    update statement_exports set state = 'running', attempts = attempts + 1, done = 0, updated = ${time}
    where id = (
      select id from statement_exports
      where state = 'waiting' or (${isSilent}) order by created limit 1 for update skip locked
    ) returning *`.execute(db);
  return rows[0] ?? null;
}

/** A filter's own fields in a fixed order, as the database orders them differently. */
function textOf({ report, coin, type, from, to }: ExportFilter): string {
  return JSON.stringify([report, coin, type, from, to]);
}
