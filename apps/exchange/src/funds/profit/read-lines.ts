import { sql, type Kysely } from 'kysely';
import type { Tables } from '../room.ts';
import { windowsBefore, type TimeWindow } from '../../ledger/partitions/partition-times.ts';
import type { LedgerLine } from './ledger-line.ts';

/** Everything up to this entry is counted, and nothing after it is as old as this time. */
export interface Reached {
  readonly sequence: number;
  readonly time: number;
}

export interface LinesWanted {
  readonly owner: number;
  readonly after: Reached;
  /** Assets that the owner ever held, and markets in which they may have traded. */
  readonly assets: readonly number[];
  readonly markets: readonly number[];
  /** An answer has at most these, unless a single entry has more. */
  readonly limit: number;
}

export type LinesFound =
  /** `sequence`: the lines are all up to this entry. */
  | {
      readonly kind: 'lines';
      readonly lines: readonly LedgerLine[];
      readonly sequence: number;
      readonly isAll: boolean;
    }
  /** The archive has lines after the reached entry. */
  | { readonly kind: 'archived' }
  /** The tables are older than the reached entry, as while they are rebuilt. */
  | { readonly kind: 'behind' };

/** Reads the lines after an entry, oldest first, whole entries only. Each statement sees at least what the first one saw. */
export async function readLines(db: Kysely<Tables>, wanted: LinesWanted): Promise<LinesFound> {
  const { owner, after, limit } = wanted;
  const { rows: positions } = await sql<{
    sequence: number;
  }>`select sequence from projection where name = 'ledger'`.execute(db);
  const tables = positions[0]?.sequence ?? -1;
  if (tables < after.sequence) return { kind: 'behind' };
  const lines: LedgerLine[] = [];
  const windows = wanted.assets.length === 0 ? [] : await windowsBefore(db, Infinity, owner);
  for (const window of windows.toReversed()) {
    if (window.to !== null && window.to <= after.time) continue;
    lines.push(...(await linesOf(db, wanted, { window, tables, limit: limit + 1 - lines.length })));
    if (lines.length > limit) break;
  }
  // After the lines: a row that left the tables meanwhile is noticed.
  if (await isArchived(db, wanted)) return { kind: 'archived' };
  if (lines.length <= limit) return { kind: 'lines', lines, sequence: tables, isAll: true };
  const last = lines.at(-1)?.sequence;
  const whole = lines.filter(({ sequence }) => sequence !== last);
  const end = whole.at(-1);
  if (end !== undefined) return { kind: 'lines', lines: whole, sequence: end.sequence, isAll: false };
  return readLines(db, { ...wanted, limit: limit * 4 });
}

/** Lines come from an index in order of time: of each account, and of each market as taker and as maker. */
async function linesOf(
  db: Kysely<Tables>,
  { owner, after, assets, markets }: LinesWanted,
  { window, tables, limit }: { readonly window: TimeWindow; readonly tables: number; readonly limit: number },
): Promise<readonly LedgerLine[]> {
  const from = Math.max(after.time, window.from ?? 0);
  const isWanted = sql.join(
    [
      sql`time >= ${from}::bigint`,
      ...(window.to === null ? [] : [sql`time < ${window.to}::bigint`]),
      sql`sequence > ${after.sequence}::bigint`,
      sql`sequence <= ${tables}::bigint`,
    ],
    sql` and `,
  );
  const order = sql`order by time, sequence, position limit ${limit}`;
  // Conditions of partial indexes must be literals.
  const postings = (['coin', 'fiat'] as const).flatMap((kind) =>
    assets.map(
      (asset) => sql`(
        select sequence, position, time, asset, available_delta + frozen_delta as amount, reason, order_id from postings
        where owner >= 1000 and owner = ${owner} and kind = ${sql.lit(kind)} and reason not in ('freeze', 'release')
          and asset = ${asset} and ${isWanted} ${order})`,
    ),
  );
  const fills = markets.flatMap((market) =>
    (['taker', 'maker'] as const).map(
      (side) => sql`(
        select fills as fill from fills
        where ${sql.ref(`${side}_owner`)} = ${owner} and market = ${market} and ${isWanted} ${order})`,
    ),
  );
  const trades =
    fills.length === 0
      ? []
      : [
          sql`(
        select (fill).sequence, (fill).position + line.place, (fill).time, line.asset, line.available_delta + line.frozen_delta, line.reason, line.order_id
        from (${sql.join(fills, sql` union all `)}) as found cross join lateral postings_of_fill(fill) as line
        where line.owner = ${owner})`,
        ];
  const { rows } = await sql<LedgerLine>`
    select * from (${sql.join([...postings, ...trades], sql` union all `)}) as lines
    order by sequence, position limit ${limit}`.execute(db);
  return rows;
}

async function isArchived(db: Kysely<Tables>, { owner, after }: LinesWanted): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`
    select exists (select from archived_balances where owner = ${owner} and sequence > ${after.sequence}::bigint) as found`.execute(
    db,
  );
  return rows[0]?.found === true;
}
