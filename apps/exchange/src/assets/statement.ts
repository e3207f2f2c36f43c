import { Code, type FlowRecord } from '@fft/contract';
import { formatDecimal } from '@fft/decimal';
import type { AccountKind } from '@fft/engine';
import { sql, type Kysely, type Selectable } from 'kysely';
import type { Tables } from '../database/tables.ts';
import { Refusal } from '../http/refusal.ts';
import type { Directory } from '../listing/directory.ts';
import type { Projector } from '../projector/projector.ts';
import type { EngineHost } from '../trading/engine-host.ts';
import { cursorAfterPosting, readPostingCursor } from './statement-cursor.ts';

/** What statements are read from. */
export interface StatementSource {
  readonly db: Kysely<Tables>;
  readonly host: Pick<EngineHost, 'sequence' | 'engine'>;
  readonly projector: Pick<Projector, 'reachedFor'>;
  readonly directory: Directory;
}

export interface StatementQuery {
  readonly coin?: string | undefined;
  readonly type?: FlowRecord['type'] | undefined;
  /** From then on; ms. */
  readonly from?: number | undefined;
  /** Before then; ms. */
  readonly to?: number | undefined;
  readonly cursor?: string | undefined;
  readonly limit: number;
}

export interface StatementPage {
  readonly items: FlowRecord[];
  readonly next: string | null;
}

type PostingRow = Selectable<Tables['postings']>;

/** One page of a customer's statement, newest first, with all that was answered before in it. @throws Refusal 404 for an unknown coin */
export async function readStatement(
  source: StatementSource,
  account: Account,
  query: StatementQuery,
): Promise<StatementPage> {
  const asset = query.coin === undefined ? null : source.directory.assetId(query.coin);
  if (query.coin !== undefined && asset === null) throw new Refusal(Code.notFound, 'unknownCoin');
  if (query.cursor !== undefined) readPostingCursor(query.cursor);
  await source.projector.reachedFor(account.owner);
  const assets = asset === null ? assetsOf(source, account) : [asset];
  const { rows, lookedTo } = await statementRows(source.db, { ...account, ...query, assets });
  const page = rows.slice(0, query.limit);
  const last = page.at(-1);
  return {
    items: page.map((row) => flowRecord(source.directory, row)),
    next: last && rows.length > query.limit ? cursorAfterPosting(last) : lookedTo && cursorAfterPosting(lookedTo),
  };
}

interface Account {
  readonly owner: number;
  readonly kind: AccountKind;
}

interface RowQuery extends StatementQuery, Account {
  /** At least one. */
  readonly assets: readonly number[];
}

/** What the account ever held. */
function assetsOf({ host }: StatementSource, { owner, kind }: Account): number[] {
  return host.engine.balances(owner).flatMap((balance) => (balance.kind === kind ? [balance.asset] : []));
}

/** The query, so that its plan can be looked at: each asset's rows come from the index in the order of time, and are merged. */
export function statementQuery(db: Kysely<Tables>, wanted: RowQuery) {
  const { type, limit, assets } = wanted;
  const each = isRare(type) ? [rowsOf(db, wanted, assets)] : assets.map((asset) => rowsOf(db, wanted, [asset]));
  const limited = each.map((rows) => sql`(${rows.limit(limit + 1)})`);
  return db
    .selectFrom(sql<PostingRow>`(${sql.join(limited, sql` union all `)})`.as('merged'))
    .selectAll()
    .orderBy('time', 'desc')
    .orderBy('sequence', 'desc')
    .orderBy('position', 'desc')
    .limit(limit + 1);
}

/** Kinds that have an index of their own: all but those that every trade makes. */
function isRare(type: string | undefined): boolean {
  return type !== undefined && type !== 'trade' && type !== 'fee';
}

/** Conditions that the partial indexes are chosen by stand in it literally. */
function rowsOf(db: Kysely<Tables>, wanted: RowQuery, assets: readonly number[]) {
  const { type } = wanted;
  let rows = db
    .selectFrom('postings')
    .selectAll()
    .where(sql<boolean>`owner >= 1000`)
    .where('owner', '=', wanted.owner)
    .where('kind', '=', sql.lit(wanted.kind))
    .where('asset', 'in', assets);
  // One condition alone: two about the same would make the planner expect far fewer lines than there are.
  rows =
    type !== undefined && isRare(type)
      ? rows.where('reason', '=', sql.lit(type))
      : rows.where(sql<boolean>`reason not in ('freeze', 'release')`);
  if (wanted.from !== undefined) rows = rows.where('time', '>=', wanted.from);
  if (wanted.to !== undefined) rows = rows.where('time', '<', wanted.to);
  if (wanted.cursor !== undefined) {
    const { time, sequence, position } = readPostingCursor(wanted.cursor);
    rows = rows.where(sql<boolean>`(time, sequence, position) < (${time}, ${sequence}, ${position})`);
  }
  return rows.orderBy('time', 'desc').orderBy('sequence', 'desc').orderBy('position', 'desc');
}

interface Rows {
  /** One more than asked for where there are more. */
  readonly rows: readonly PostingRow[];
  /** Where looking was given up for now, with fewer rows than asked for. */
  readonly lookedTo: PostingRow | null;
}

/** A page's rows, and where looking for them ended. */
export async function statementRows(db: Kysely<Tables>, wanted: RowQuery): Promise<Rows> {
  if (wanted.assets.length === 0) return { rows: [], lookedTo: null };
  const { type, ...anyType } = wanted;
  if (type === 'trade' || type === 'fee') return pickRows(db, anyType, type);
  return { rows: await statementQuery(db, wanted).execute(), lookedTo: null };
}

/** Rows are looked at in stretches of so many pages, and at most so many stretches for one answer. */
const stretchPages = 5;
const stretchesMost = 20;

/** Of the kinds that every trade makes, those of one: picked from all in the order of time, as a coin that has none of the kind would be read to its end otherwise. */
async function pickRows(db: Kysely<Tables>, wanted: Omit<RowQuery, 'type'>, type: 'trade' | 'fee'): Promise<Rows> {
  const limit = wanted.limit * stretchPages;
  const rows: PostingRow[] = [];
  let { cursor } = wanted;
  for (let stretch = 0; ; stretch++) {
    const found = await statementQuery(db, { ...wanted, limit, ...(cursor !== undefined && { cursor }) }).execute();
    const seen = found.slice(0, limit);
    rows.push(...seen.filter(({ reason }) => reason === type));
    const last = seen.at(-1);
    if (rows.length > wanted.limit || found.length <= limit || !last) return { rows, lookedTo: null };
    if (stretch === stretchesMost) return { rows, lookedTo: last };
    cursor = cursorAfterPosting(last);
  }
}

function flowRecord(directory: Directory, row: PostingRow): FlowRecord {
  const { code, decimals } = directory.asset(row.asset);
  const amount = row.available_delta + row.frozen_delta;
  return {
    id: `${row.sequence}-${row.position}`,
    coin: code,
    type: row.reason as FlowRecord['type'],
    amount: formatDecimal(amount, decimals),
    fee: formatDecimal(row.reason === 'fee' ? -amount : 0, decimals),
    balance: formatDecimal(row.available + row.frozen, decimals),
    state: 'done',
    time: row.time,
    ref: row.order_id === 0 ? row.reference : String(row.order_id),
  };
}
