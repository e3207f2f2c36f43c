import type { StatementLine } from '@fft/contract';
import type { AccountKind } from '@fft/engine';
import { sql, type Kysely, type RawBuilder } from 'kysely';
import type { Tables } from '../room.ts';
import { windowsBefore } from '../../ledger/partitions/partition-times.ts';
import { cursorAfterPosting, readPostingCursor } from './statement-cursor.ts';

export interface StatementQuery {
  readonly coin?: string | undefined;
  readonly type?: StatementLine['type'] | undefined;
  /** Start time in ms, included. */
  readonly from?: number | undefined;
  /** End time in ms, not included. */
  readonly to?: number | undefined;
  readonly cursor?: string | undefined;
  readonly limit: number;
}

/** A posting as a statement shows it. */
export interface Line {
  readonly sequence: number;
  readonly position: number;
  readonly time: number;
  readonly asset: number;
  readonly amount: number;
  /** The account's balance afterwards, available and frozen. */
  readonly balance: number;
  readonly reason: string;
  readonly order_id: number;
  readonly reference: string;
}

export interface Account {
  readonly owner: number;
  readonly kind: AccountKind;
}

interface RowQuery extends StatementQuery, Account {
  /** At least one. */
  readonly assets: readonly number[];
  /** The markets whose trades may be included. */
  readonly markets: readonly number[];
}

/** Builds the query, so that tests can check its plan: the rows of each asset and market come from an index in order of time, and are merged. */
export function statementQuery(db: Kysely<Tables>, wanted: RowQuery) {
  const { type, limit, assets, markets } = wanted;
  const each = isRare(type) ? [rowsOf(db, wanted, assets)] : assets.map((asset) => rowsOf(db, wanted, [asset]));
  const branches: RawBuilder<unknown>[] = each.map((rows) => sql`(${rows.limit(limit + 1)})`);
  if (!isRare(type) && markets.length > 0) branches.push(tradesOf(wanted));
  return db
    .selectFrom(sql<Line>`(${sql.join(branches, sql` union all `)})`.as('merged'))
    .selectAll()
    .orderBy('time', 'desc')
    .orderBy('sequence', 'desc')
    .orderBy('position', 'desc')
    .limit(limit + 1);
}

type Type = StatementLine['type'];

/** Why the ledger has lines of a type: it doesn't know banks. */
export function reasonOf(type: Type | undefined): string | undefined {
  return type === 'bankDeposit' ? 'deposit' : type === 'bankPayout' ? 'withdraw' : type;
}

/** The type of a line. The references of credits from bank statements begin with `bank-`; only payouts leave the fiat account. */
export function typeOf({ reason, reference }: Pick<Line, 'reason' | 'reference'>, kind: AccountKind): Type {
  if (kind === 'fiat' && reason === 'withdraw') return 'bankPayout';
  return kind === 'fiat' && reason === 'deposit' && reference.startsWith('bank-') ? 'bankDeposit' : (reason as Type);
}

/** True for kinds that have their own index: all but those that every trade produces. */
function isRare(type: string | undefined): boolean {
  return type !== undefined && type !== 'trade' && type !== 'fee';
}

/** Selects postings that come from no fill. The conditions of the partial indexes must be literals, so that the planner matches them. */
function rowsOf(db: Kysely<Tables>, wanted: RowQuery, assets: readonly number[]) {
  const { type, kind } = wanted;
  const reason = reasonOf(type);
  let rows = db
    .selectFrom('postings')
    .select(['sequence', 'position', 'time', 'asset'])
    .select(sql<number>`available_delta + frozen_delta`.as('amount'))
    .select(sql<number>`available + frozen`.as('balance'))
    .select(['reason', 'order_id', 'reference'])
    .where(sql<boolean>`owner >= 1000`)
    .where('owner', '=', wanted.owner)
    .where('kind', '=', sql.lit(wanted.kind))
    .where('asset', 'in', assets);
  // One condition only: two on the same column make the planner expect far too few rows.
  rows =
    reason !== undefined && isRare(reason)
      ? rows.where('reason', '=', sql.lit(reason))
      : rows.where(sql<boolean>`reason not in ('freeze', 'release')`);
  if (type === 'bankDeposit') rows = rows.where('reference', 'like', 'bank-%');
  // Payouts are what leaves the fiat account.
  if (type === 'bankPayout' && kind !== 'fiat') rows = rows.where(sql<boolean>`false`);
  if (wanted.from !== undefined) rows = rows.where('time', '>=', wanted.from);
  if (wanted.to !== undefined) rows = rows.where('time', '<', wanted.to);
  if (wanted.cursor !== undefined) {
    const { time, sequence, position } = readPostingCursor(wanted.cursor);
    rows = rows.where(sql<boolean>`(time, sequence, position) < (${time}, ${sequence}, ${position})`);
  }
  return rows.orderBy('time', 'desc').orderBy('sequence', 'desc').orderBy('position', 'desc');
}

/** Selects the account's postings from the owner's fills. The first fill may lie at the cursor and have no line after it. */
function tradesOf({ owner, assets, markets, limit, ...wanted }: RowQuery) {
  const [fillIsIn, lineIsIn] = [[sql`true`], [sql`true`]];
  if (wanted.from !== undefined) fillIsIn.push(sql`time >= ${wanted.from}::bigint`);
  if (wanted.to !== undefined) fillIsIn.push(sql`time < ${wanted.to}::bigint`);
  if (wanted.cursor !== undefined) {
    const { time, sequence, position } = readPostingCursor(wanted.cursor);
    const place = sql`(${time}::bigint, ${sequence}::bigint, ${position}::int)`;
    fillIsIn.push(sql`(time, sequence, position) < ${place}`);
    lineIsIn.push(sql`((fill).time, (fill).sequence, (fill).position + line.place) < ${place}`);
  }
  const order = sql`order by time desc, sequence desc, position desc limit ${limit + 2}`;
  const fillsAs = (side: 'taker' | 'maker', market: number) => sql`(
    select fills as fill, time, sequence, position from fills
    where ${sql.ref(`${side}_owner`)} = ${owner} and market = ${market} and ${sql.join(fillIsIn, sql` and `)} ${order})`;
  const each = markets.flatMap((market) => [fillsAs('taker', market), fillsAs('maker', market)]);
  return sql`(
    select (fill).sequence, (fill).position + line.place, (fill).time, line.asset, line.available_delta + line.frozen_delta, line.balance, line.reason, line.order_id, ''
    from (select fill from (${sql.join(each, sql` union all `)}) as either ${order}) as found
    cross join lateral postings_of_fill(fill) as line
    where line.owner = ${owner} and line.asset = any(${assets}::int[]) and ${sql.join(lineIsIn, sql` and `)}
  )`;
}

interface Rows {
  /** One more than requested if there are more. */
  readonly rows: readonly Line[];
  /** The last row read if the search stopped early, with fewer rows than requested. */
  readonly stoppedAt: Line | null;
}

/** Returns a page's rows, and where the search ended. */
export async function statementRows(db: Kysely<Tables>, wanted: RowQuery): Promise<Rows> {
  if (wanted.assets.length === 0) return { rows: [], stoppedAt: null };
  const { type, ...anyType } = wanted;
  if (type === 'trade' || type === 'fee') return pickRows(db, anyType, type);
  return { rows: await newestRows(db, wanted), stoppedAt: null };
}

/** Reads the newest rows, one more than the limit, from one window of partitions after the other. */
async function newestRows(db: Kysely<Tables>, wanted: RowQuery): Promise<readonly Line[]> {
  const { from = -Infinity, to = Infinity, cursor, limit } = wanted;
  const before = Math.min(to, cursor === undefined ? Infinity : readPostingCursor(cursor).time + 1);
  const rows: Line[] = [];
  for (const window of await windowsBefore(db, before, wanted.owner)) {
    const [first, end] = [Math.max(from, window.from ?? -Infinity), Math.min(before, window.to ?? Infinity)];
    if (first >= end) continue;
    const part = {
      ...wanted,
      limit: limit - rows.length,
      from: Number.isFinite(first) ? first : undefined,
      to: Number.isFinite(end) ? end : undefined,
    };
    rows.push(...(await statementQuery(db, part).execute()));
    if (rows.length > limit || first <= from) break;
  }
  return rows;
}

/** Rows are read in batches of this many pages; one answer reads at most this many batches and rows. */
const pagesPerBatch = 4;
const maxBatches = 25;
const maxRows = 8_000;

/** Picks the rows of one kind that every trade produces from all rows in order of time: otherwise a coin without such rows would be read to its end. */
async function pickRows(db: Kysely<Tables>, wanted: Omit<RowQuery, 'type'>, type: 'trade' | 'fee'): Promise<Rows> {
  const limit = wanted.limit * pagesPerBatch;
  const rows: Line[] = [];
  let { cursor } = wanted;
  for (let batch = 0; ; batch++) {
    const found = await newestRows(db, { ...wanted, limit, ...(cursor !== undefined && { cursor }) });
    const seen = found.slice(0, limit);
    rows.push(...seen.filter(({ reason }) => reason === type));
    const last = seen.at(-1);
    if (rows.length > wanted.limit || found.length <= limit || !last) return { rows, stoppedAt: null };
    if (batch === maxBatches || (batch + 1) * limit >= maxRows) return { rows, stoppedAt: last };
    cursor = cursorAfterPosting(last);
  }
}
