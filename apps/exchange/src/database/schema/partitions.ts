/** Each partition has indexes of its own, and its parent none: later releases may give newer partitions fewer. Later ones are copies of the last. */
const tables = {
  orders: {
    options: 'with (fillfactor = 90)',
    // An index entry takes some 70 bytes of PostgreSQL's log besides its own, so the key is the one of lists, and jobs that go through all orders find a range of
    // ids by its pages. A client's id may have 36 letters; its hash, with the owner as its seed, has eight bytes.
    indexes: (name: string) => `
      create unique index on ${name} (owner, id desc);
      create index on ${name} using brin (id int8_minmax_multi_ops) with (autosummarize = on);
      create index on ${name} (hashtextextended(client_order_id, owner));`,
  },
  fills: {
    options: '',
    // One index a side serves statements and, as the order is in it, an order's fills, which lie between its placement and its end.
    indexes: (name: string) => `
      alter table ${name} add primary key (market, trade_number);
      create index on ${name} (taker_owner, market, time desc, taker_order);
      create index on ${name} (maker_owner, market, time desc, maker_order);
      create index on ${name} using brin (sequence) with (pages_per_range = 32, autosummarize = on);`,
  },
  postings: {
    options: '',
    // No primary key, as no query needs one, and few indexes: they are most of a posting's cost. Custody looks for a deposit's credit by a hash index, so that the
    // planner can't use it for statements.
    indexes: (name: string) => `
      create index on ${name} (owner, asset, time desc)
        where owner >= 1000 and reason not in ('freeze', 'release') and kind = 'coin';
      create index on ${name} (owner, asset, time desc)
        where owner >= 1000 and reason not in ('freeze', 'release') and kind = 'fiat';
      create index on ${name} (owner, kind, reason, time desc, sequence desc, position desc)
        where owner >= 1000 and reason not in ('freeze', 'release', 'trade', 'fee');
      create index on ${name} using brin (sequence) with (pages_per_range = 32, autosummarize = on);
      create index on ${name} using hash (reference) where reason = 'deposit';`,
  },
} as const;

/** Orders are partitioned by id. */
const idsOfFirst = 1_000_000;

/** A partition before this month, one for it, one for the next, and one for what comes after them. */
function monthBounds(now: Date): readonly number[] {
  return [0, 1, 2].map((later) => Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + later));
}

function nameOf(table: string, from: number): string {
  return `${table}_${new Date(from).toISOString().slice(0, 10).replaceAll('-', '')}`;
}

/** The statements that make a table's partitions. `ledger/partitions` makes the next ones before they are needed. */
export function partitionsOf(table: keyof typeof tables, now: Date): string {
  const bounds = table === 'orders' ? [idsOfFirst] : monthBounds(now);
  const { options, indexes } = tables[table];
  const froms = ['minvalue', ...bounds];
  const names = [`${table}_first`, ...bounds.slice(0, -1).map((from) => nameOf(table, from)), `${table}_last`];
  return names
    .map(
      (name, index) => `
  create table ${name} partition of ${table} for values from (${froms[index]}) to (${bounds[index] ?? 'maxvalue'}) ${options};
  ${indexes(name)}`,
    )
    .join('\n');
}
