import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../database/test-database.ts';
import { statementQuery, statementRows } from './statement.ts';

/**
 * How much of the tables a page reads, on generated rows: STATEMENT_ROWS=10000000 looks at the size that is promised, and at the time too.
 * One customer has half of all lines; every 10,000th is a deposit, every 1,000th in a rare coin.
 */
const rows = Number(process.env['STATEMENT_ROWS'] ?? '60000');
const isFull = rows >= 10_000_000;
const owner = 1000;
const linesPerEntry = 10;
const start = 1_700_000_000_000;
const limit = 100;

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
  await sql`
    insert into postings
    select n / ${linesPerEntry}::int, n % ${linesPerEntry}::int, ${start}::bigint + n / ${linesPerEntry}::int,
      case when n % 2 = 0 then ${owner}::int else 1001 + n % 500 end, 'coin',
      case when n % 1000 = 0 then 7 else n % 3 end, 0, 1, 1, 1,
      case when n % 10000 = 0 then 'deposit' when n % 10 = 4 then 'freeze' when n % 4 = 2 then 'fee' else 'trade' end,
      n, ''
    from generate_series(1, ${rows}::int) as n`.execute(database.db);
  // A coin that was bought with alone: it was traded and never paid a fee in.
  await sql`
    insert into postings
    select ${rows}::int + n, 0, ${start}::bigint + ${rows}::int + n, ${owner}::int, 'coin', 9, 0, 1, 1, 1, 'trade', n, ''
    from generate_series(1, 120) as n`.execute(database.db);
  await sql`vacuum analyze postings`.execute(database.db);
}, 1_800_000);
afterAll(() => database.close());

interface Plan {
  readonly 'Node Type': string;
  readonly 'Index Name'?: string;
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

async function explain(wanted: Partial<Parameters<typeof statementQuery>[1]>): Promise<Explained> {
  const { db } = database;
  const query = statementQuery(db, { owner, kind: 'coin', assets: [0, 1, 2, 7, 8], limit, ...wanted });
  const [plan] = await query.explain<{ 'QUERY PLAN': Explained[] }>('json', sql`analyze, buffers`);
  const explained = plan?.['QUERY PLAN'][0];
  if (explained === undefined) throw new Error('no plan');
  return explained;
}

const middle = start + Math.floor(rows / linesPerEntry / 2);
const cursor = Buffer.from(`${middle}.${Math.floor(rows / linesPerEntry / 2)}.0`).toString('base64url');

const pages: [name: string, wanted: Parameters<typeof explain>[0]][] = [
  ['the first', {}],
  ['one from the middle', { cursor }],
  ['of one coin', { assets: [1], cursor }],
  ['of a rare coin', { assets: [7] }],
  ['of a coin that there is none of', { assets: [8] }],
  ['to pick trades or fees from', { cursor, limit: 5 * limit }],
  ['of deposits', { type: 'deposit' }],
  ['of a kind that there is none of', { type: 'reward' }],
  ['of a stretch of time', { from: middle - 1000, to: middle }],
  ['of one coin in a stretch of time', { assets: [2], from: middle - 1000, to: middle }],
  ['of deposits in a stretch of time', { type: 'deposit', from: middle - 20_000, to: middle }],
];

test.each(pages)('a page %s reads little more than it shows', async (_name, wanted) => {
  const explained = await explain(wanted);
  const scan = innermost(explained.Plan);
  expect(scan['Node Type']).toMatch(/Index Scan$/);
  expect(scan['Index Name']).toMatch(/^postings_statement/);
  expect(scan['Rows Removed by Filter'] ?? 0).toBeLessThan(4 * limit);
  const blocks = explained.Plan['Shared Hit Blocks'] + explained.Plan['Shared Read Blocks'];
  expect(blocks).toBeLessThan(6 * limit);
  if (isFull) {
    const again = await explain(wanted);
    const time = again['Execution Time'] + again['Planning Time'];
    process.stdout.write(`${_name}: ${time.toFixed(2)} ms, ${blocks} blocks\n`);
    expect(time).toBeLessThan(10);
  }
});

test('trades and fees are picked from all that happened, however far apart they are', async () => {
  const wanted = { owner, kind: 'coin', limit: 300 } as const;
  for (const [type, assets] of [
    ['fee', [0, 1, 2]],
    ['trade', [7, 9]],
  ] as const) {
    const { rows: picked, lookedTo } = await statementRows(database.db, { ...wanted, assets, type });
    const all = await database.db
      .selectFrom('postings')
      .selectAll()
      .where('owner', '=', owner)
      .where('asset', 'in', assets)
      .where('reason', '=', type)
      .orderBy('time', 'desc')
      .orderBy('sequence', 'desc')
      .orderBy('position', 'desc')
      .limit(301)
      .execute();
    expect(picked.slice(0, 301)).toEqual(all);
    expect(lookedTo).toBeNull();
  }
});

test('one that finds none for long says how far it has looked', async () => {
  const none = { owner, kind: 'coin', limit: 1, assets: [9], type: 'fee' } as const;
  const { rows: picked, lookedTo } = await statementRows(database.db, none);
  expect([picked, lookedTo?.sequence]).toEqual([[], rows + 120 - 104]);
});

function innermost(plan: Plan): Plan {
  const [inner] = plan.Plans ?? [];
  return inner === undefined ? plan : innermost(inner);
}
