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
  readonly projector: Pick<Projector, 'reached'>;
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
  await source.projector.reached(source.host.sequence);
  const assets = asset === null ? assetsOf(source, account) : [asset];
  const rows = await statementRows(source.db, { ...account, ...query, assets });
  const page = rows.slice(0, query.limit);
  const last = page.at(-1);
  return {
    items: page.map((row) => flowRecord(source.directory, row)),
    next: last && rows.length > query.limit ? cursorAfterPosting(last) : null,
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

/** The query, so that its plan can be looked at: each asset's rows come from the index in the page's order, and are merged. */
export function statementQuery(db: Kysely<Tables>, wanted: RowQuery) {
  const each = wanted.assets.map((asset) => sql`(${rowsOfAsset(db, wanted, asset)})`);
  return db
    .selectFrom(sql<PostingRow>`(${sql.join(each, sql` union all `)})`.as('merged'))
    .selectAll()
    .orderBy('time', 'desc')
    .orderBy('sequence', 'desc')
    .orderBy('position', 'desc')
    .limit(wanted.limit + 1);
}

/** Conditions that the partial indexes are chosen by stand in it literally. */
function rowsOfAsset(db: Kysely<Tables>, wanted: RowQuery, asset: number) {
  let rows = db
    .selectFrom('postings')
    .selectAll()
    .where(sql<boolean>`owner >= 1000`)
    .where('owner', '=', wanted.owner)
    .where('kind', '=', wanted.kind)
    .where('asset', '=', asset);
  // One condition alone: two about the same would make the planner expect far fewer lines than there are.
  rows =
    wanted.type === undefined
      ? rows.where(sql<boolean>`reason not in ('freeze', 'release')`)
      : rows.where('reason', '=', sql.lit(wanted.type));
  if (wanted.from !== undefined) rows = rows.where('time', '>=', wanted.from);
  if (wanted.to !== undefined) rows = rows.where('time', '<', wanted.to);
  if (wanted.cursor !== undefined) {
    const { time, sequence, position } = readPostingCursor(wanted.cursor);
    rows = rows.where(sql<boolean>`(time, sequence, position) < (${time}, ${sequence}, ${position})`);
  }
  return rows
    .orderBy('time', 'desc')
    .orderBy('sequence', 'desc')
    .orderBy('position', 'desc')
    .limit(wanted.limit + 1);
}

async function statementRows(db: Kysely<Tables>, wanted: RowQuery): Promise<PostingRow[]> {
  return wanted.assets.length === 0 ? [] : statementQuery(db, wanted).execute();
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
