import { columnTypeOf, conditions } from '../order-terms.ts';
import { fills, orders, postings, type PartitionedTable } from '../partitions/partitioned-tables.ts';

type ColumnType = 'bigint' | 'int' | 'text' | 'boolean';

/** How rows of a table are archived. */
export interface ArchivedTable extends PartitionedTable {
  readonly columns: Readonly<Record<string, ColumnType>>;
  /** What shows the rows of the table with these columns. */
  readonly source: string;
  /** Rows that go to the archive, of those before the bound. `cutoff` is the time before which an order must have ended; `firstKept` has each market's first trade to keep. */
  readonly goes: (at: { readonly cutoff: number; readonly firstKept: ReadonlyMap<number, number> }) => string;
  /** Order of rows in the file: neighbours are read together. */
  readonly sorted: string;
  /** Column by which counts and sums are grouped. */
  readonly part: string;
  readonly summed: readonly string[];
}

/** Ended orders; one that changed lately is still shown with its fills. */
const archivedOrders: ArchivedTable = {
  ...orders,
  source: 'listed_orders',
  columns: {
    id: 'bigint',
    owner: 'bigint',
    client_order_id: 'text',
    market: 'int',
    side: 'text',
    type: 'text',
    time_in_force: 'text',
    post_only: 'boolean',
    price_ticks: 'bigint',
    quantity_lots: 'bigint',
    amount: 'bigint',
    is_waiting: 'boolean',
    self_trade: 'text',
    filled_lots: 'bigint',
    filled_notional: 'bigint',
    fee: 'bigint',
    state: 'text',
    reason: 'text',
    time: 'bigint',
    updated: 'bigint',
    ...Object.fromEntries(conditions.map((term) => [term.column, columnTypeOf(term)])),
  },
  // Of the table's rows, or of those that the view shows.
  goes: ({ cutoff }) => `coalesce(state, 'filled') <> 'processing' and coalesce(updated, time) < ${cutoff}`,
  sorted: 'owner, id',
  part: 'market',
  summed: ['filled_lots', 'filled_notional', 'fee'],
};

/** All but each market's last trades, which a quiet market still shows. */
const archivedFills: ArchivedTable = {
  ...fills,
  source: 'fills',
  columns: {
    market: 'int',
    trade_number: 'bigint',
    time: 'bigint',
    taker_side: 'text',
    price_ticks: 'bigint',
    quantity_lots: 'bigint',
    notional: 'bigint',
    taker_order: 'bigint',
    taker_owner: 'bigint',
    taker_fee: 'bigint',
    maker_order: 'bigint',
    maker_owner: 'bigint',
    maker_fee: 'bigint',
    sequence: 'bigint',
    position: 'int',
    base: 'int',
    quote: 'int',
    base_units: 'bigint',
    taker_base: 'bigint',
    taker_quote: 'bigint',
    maker_base: 'bigint',
    maker_quote: 'bigint',
  },
  goes: ({ firstKept }) => {
    const cases = [...firstKept].map(([market, first]) => `when ${market} then ${first}`);
    return cases.length === 0 ? 'false' : `trade_number < case market ${cases.join(' ')} else 0 end`;
  },
  sorted: 'market, trade_number',
  part: 'market',
  summed: ['quantity_lots', 'notional', 'maker_fee', 'taker_fee'],
};

/**
 * Postings of orders. All that moves money in or out, and thus has a request's id, stays in the table for ever: custody and banks ask it what was credited before, and it is
 * one row in thousands.
 */
const archivedPostings: ArchivedTable = {
  ...postings,
  source: 'postings',
  columns: {
    sequence: 'bigint',
    position: 'int',
    time: 'bigint',
    owner: 'bigint',
    kind: 'text',
    asset: 'int',
    available_delta: 'bigint',
    frozen_delta: 'bigint',
    available: 'bigint',
    frozen: 'bigint',
    reason: 'text',
    order_id: 'bigint',
    reference: 'text',
  },
  goes: () => `reason in ('freeze', 'release', 'trade', 'fee') and reference = '' and order_id <> 0`,
  sorted: 'owner, time, sequence, position',
  part: 'asset',
  summed: ['available_delta', 'frozen_delta', 'available', 'frozen'],
};

export const archivedTables: readonly ArchivedTable[] = [archivedOrders, archivedFills, archivedPostings];

/** Counts, bounds, sums and a digest of rows, for each market or asset. */
export interface PartSums {
  readonly part: number;
  readonly rows: string;
  readonly first: string;
  readonly last: string;
  readonly sums: string;
  readonly digest: string;
}

const hashes = {
  postgres: (text: string) => `('x' || substr(md5(${text}), 1, 15))::bit(60)::bigint`,
  duckdb: (text: string) => `('0x' || substr(md5(${text}), 1, 15))::bigint`,
} as const;

/** Selects `PartSums`, alike in both databases. The digest is a sum of hashes of the rows, so their order doesn't matter. */
export function sumsQuery(
  { columns, key, part, summed }: ArchivedTable,
  dialect: keyof typeof hashes,
  from: string,
): string {
  const texts = Object.keys(columns).map((name) => `coalesce(${name}::text, '~')`);
  const row = `concat_ws('|', ${texts.join(', ')})`;
  const sums = summed.map((name) => `sum(${name})::text`).join(', ');
  return `select ${part} as part, count(*)::text as rows, min(${key})::text as first, max(${key})::text as last,
    concat_ws(' ', ${sums}) as sums, sum(${hashes[dialect](row)})::text as digest
    from ${from} group by ${part} order by ${part}`;
}
