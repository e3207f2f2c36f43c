import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../testing/test-database.ts';
import { statementQuery, statementRows } from './statement-rows.ts';

/**
 * Measures how much of the tables a page reads, on generated rows; STATEMENT_ROWS=10000000 uses the promised size, and measures the time too.
 * One customer has half of all rows: seven of ten rows are of trades (buy or sell, taker or maker), two freeze, one in a thousand is a deposit. Every thousandth trade is of a rare coin.
 */
const rows = Number(process.env['STATEMENT_ROWS'] ?? '60000');
const isFull = rows >= 10_000_000;
const owner = 1000;
const rowsPerEntry = 10;
const start = 1_700_000_000_000;
const limit = 100;
/** Base and quote of each market. The fourth is of the rare coin; in the last, the customer bought 120 times and never paid a fee in its quote. */
const markets = [
  [0, 1],
  [2, 1],
  [2, 0],
  [7, 1],
  [8, 9],
];

let database: TestDatabase;

const whose = (n: string) => sql.raw(`case when ${n} % 2 = 0 then ${owner} else 1001 + ${n} % 500 end`);

beforeAll(async () => {
  database = await createTestDatabase();
  const [bases, quotes] = [0, 1].map((side) => markets.map((market) => market[side]));
  await sql`
    insert into fills
    select market, n, ${start}::bigint + n / ${rowsPerEntry}::int, case when n % 5 < 2 then 'buy' else 'sell' end, 1, 1, 1,
      n, case when n % 4 < 2 then owner else 1999 end, 1, n, case when n % 4 < 2 then 1999 else owner end, n % 3 / 2,
      n / ${rowsPerEntry}::int, n % ${rowsPerEntry}::int * 10, (${bases}::int[])[market + 1], (${quotes}::int[])[market + 1], 1, 1, 1, 1, 1
    from generate_series(1, ${rows}::int) as n, lateral (select case when n % 1000 = 0 then 3 else n % 3 end as market, ${whose('n')} as owner) as chosen
    where n % 10 < 7`.execute(database.db);
  await sql`
    insert into postings
    select n / ${rowsPerEntry}::int, n % ${rowsPerEntry}::int * 10, ${start}::bigint + n / ${rowsPerEntry}::int,
      ${whose('n / 10')}, 'coin', n / 10 % 3, 0, 1, 1, 1,
      case when n % 1000 = 999 then 'deposit' when n % 10 = 7 then 'transfer' else 'freeze' end, n, ''
    from generate_series(1, ${rows}::int) as n
    where n % 10 >= 7`.execute(database.db);
  await sql`
    insert into fills
    select 4, n, ${start}::bigint + ${rows}::int + n, 'buy', 1, 1, 1, n, ${owner}::int, 1, n, 1999, 1, ${rows}::int + n, 0, 8, 9, 1, 1, 1, 1, 1
    from generate_series(1, 120) as n`.execute(database.db);
  await sql`vacuum analyze postings, fills`.execute(database.db);
}, 1_800_000);
afterAll(() => database.close());

interface Plan {
  readonly 'Node Type': string;
  readonly 'Index Name'?: string;
  readonly 'Relation Name'?: string;
  readonly 'Rows Removed by Filter'?: number;
  readonly 'Shared Hit Blocks': number;
  readonly 'Shared Read Blocks': number;
  readonly Plans?: readonly Plan[];
}

interface Explained {
  readonly Plan: Plan;
  readonly 'Execution Time': number;
  readonly 'Planning Time': number;
}

type Wanted = Parameters<typeof statementQuery>[1];

/** Builds a query with the markets of these coins. */
function wantedOf(chosen: Partial<Wanted>): Wanted {
  const { assets = [0, 1, 2, 7] } = chosen;
  const traded = markets.flatMap((market, id) => (market.some((asset) => assets.includes(asset)) ? [id] : []));
  return { owner, kind: 'coin', assets, markets: traded, limit, ...chosen };
}

async function explain(wanted: Wanted): Promise<Explained> {
  const query = statementQuery(database.db, wanted);
  const [plan] = await query.explain<{ 'QUERY PLAN': Explained[] }>('json', sql`analyze, buffers, timing off`);
  const explained = plan?.['QUERY PLAN'][0];
  if (explained === undefined) throw new Error('no plan');
  return explained;
}

const middle = start + Math.floor(rows / rowsPerEntry / 2);
const cursor = Buffer.from(`${middle}.${Math.floor(rows / rowsPerEntry / 2)}.0`).toString('base64url');

const pages: [name: string, wanted: Partial<Wanted>][] = [
  ['the first', {}],
  ['one from the middle', { cursor }],
  ['of one coin', { assets: [2], cursor }],
  ['of a common quote coin', { assets: [1], cursor }],
  ['of a rare coin', { assets: [7] }],
  ['of a coin without rows', { assets: [5] }],
  ['to pick trades or fees from', { cursor, limit: 4 * limit }],
  ['of deposits', { type: 'deposit' }],
  ['of a kind without rows', { type: 'reward' }],
  ['of a period', { from: middle - 1000, to: middle }],
  ['of one coin in a period', { assets: [2], from: middle - 1000, to: middle }],
  ['of deposits in a period', { type: 'deposit', from: middle - 20_000, to: middle }],
];

test.each(pages)('a page %s reads few more rows than it shows', async (_name, chosen) => {
  const wanted = wantedOf(chosen);
  const explained = await explain(wanted);
  const filled = await filledPartitions();
  const scans = scansIn(explained.Plan).filter(
    ({ 'Relation Name': table }) => table === undefined || filled.has(table),
  );
  expect(scans.length).toBeGreaterThan(0);
  for (const scan of scans) {
    expect(scan['Node Type']).toMatch(/Index Scan$/);
    expect(scan['Index Name']).toMatch(/^(postings|fills)_(statement|.*_owner_)/);
    expect(scan['Rows Removed by Filter'] ?? 0).toBeLessThan(4 * limit);
  }
  const blocks = explained.Plan['Shared Hit Blocks'] + explained.Plan['Shared Read Blocks'];
  expect(blocks).toBeLessThan(6 * limit);
  if (isFull) {
    const again = await explain(wanted);
    const time = again['Execution Time'] + again['Planning Time'];
    process.stdout.write(`${_name}: ${time.toFixed(2)} ms, ${blocks} blocks\n`);
    expect(time).toBeLessThan(10);
  }
});

test.each([
  ['fee', [0, 1, 2]],
  ['trade', [7]],
] as const)(
  'finds each %s among all rows, however far apart they are',
  async (type, assets) => {
    const { rows: picked, stoppedAt } = await statementRows(database.db, wantedOf({ limit: 300, assets, type }));
    const all = await database.db
      .selectFrom('ledger')
      .select(['sequence', 'position'])
      .where('owner', '=', owner)
      .where('asset', 'in', assets)
      .where('reason', '=', type)
      .orderBy('time', 'desc')
      .orderBy('sequence', 'desc')
      .orderBy('position', 'desc')
      .limit(301)
      .execute();
    expect(all.length).toBeGreaterThan(20);
    expect(picked.slice(0, 301).map(({ sequence, position }) => ({ sequence, position }))).toEqual(all);
    expect(stoppedAt).toBeNull();
  },
  600_000,
);

test('a search without matches stops and returns where it stopped', async () => {
  const { rows: picked, stoppedAt } = await statementRows(
    database.db,
    wantedOf({ limit: 1, assets: [9], type: 'fee' }),
  );
  expect([picked, stoppedAt?.sequence]).toEqual([[], rows + 120 - 103]);
});

/** Empty ones are read in no time, whichever way. */
async function filledPartitions(): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ name: string }>`
    select relid::text as name from unnest(array['fills', 'postings']) as top, pg_partition_tree(top::regclass)
    where isleaf and pg_relation_size(relid) > 0`.execute(database.db);
  return new Set(rows.map(({ name }) => name));
}

function scansIn(plan: Plan): Plan[] {
  const inner = (plan.Plans ?? []).flatMap(scansIn);
  return plan['Index Name'] !== undefined || plan['Node Type'] === 'Seq Scan' ? [plan, ...inner] : inner;
}
