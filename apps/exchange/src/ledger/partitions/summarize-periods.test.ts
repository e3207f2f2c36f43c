import { afterEach, beforeEach, expect, test } from 'vitest';
import { openDatabase } from '../../database/connection.ts';
import { createTestDatabase, type TestDatabase } from '../../../testing/test-database.ts';
import { writeHistory } from '../../../testing/made-history.ts';
import { statementRows } from '../../funds/balances/statement-rows.ts';
import { windowsBefore } from './partition-times.ts';
import { summarizePeriods } from './summarize-periods.ts';

const month = (index: number): number => Date.UTC(2027, index);
/** Owners who traded in the second month alone, and who only had money frozen in each. */
const [dormant, freezing] = [5_000, 5_001];
let database: TestDatabase;
beforeEach(async () => {
  database = await createTestDatabase();
  await writeHistory(database, { begins: month(0), months: 6, ordersPerMonth: 40 });
  await database.pool.query(
    `update fills set maker_owner = ${dormant} where time >= ${month(1)} and time < ${month(2)} and trade_number % 2 = 0;
    insert into postings select sequence, 1000, time, ${freezing}, 'coin', 0, -1, 1, 1, 1, 'freeze', 0, 'withdrawal' from fills where trade_number % 3 = 0`,
  );
});
afterEach(() => database.close());

async function summarize(): Promise<readonly number[]> {
  const done: number[] = [];
  const { signal } = new AbortController();
  await summarizePeriods(database.pool, { signal, onSummarized: (time) => done.push(time) });
  // Summaries of the last minutes aren't used.
  await database.pool.query("update period_summaries set made = made - interval '1 hour'");
  return done;
}

/** The whole statement, on a connection that knows nothing of before. */
async function read(owner: number, limit: number) {
  const { db, close } = openDatabase(database.url, { maxConnections: 1 });
  const wanted = { owner, kind: 'coin', assets: [0, 1], markets: [0], limit } as const;
  const rows = await statementRows(db, wanted);
  const windows = await windowsBefore(db, Infinity, owner);
  await close();
  return { rows, windows };
}

test('each closed period is summarised once, the newest not before later rows are there', async () => {
  const done = await summarize();
  expect(done).toContain(month(3));
  expect(done).not.toContain(month(4));
  expect(await summarize()).toEqual([]);
});

test('a customer’s page skips the periods without their rows, and shows the same', async () => {
  const owners = [dormant, freezing, 1_000, 1_001, 9_999];
  const before = await Promise.all(owners.map((owner) => read(owner, 50)));
  await summarize();
  const after = await Promise.all(owners.map((owner) => read(owner, 50)));
  expect(after.map(({ rows }) => rows)).toEqual(before.map(({ rows }) => rows));
  expect(before[0]?.rows.rows.length).toBeGreaterThan(10);
  expect(after[0]?.windows).toEqual([
    { from: month(4), to: null },
    { from: month(1), to: month(2) },
    { from: null, to: month(0) },
  ]);
  expect(after[1]?.windows).toEqual([
    { from: month(4), to: null },
    { from: null, to: month(0) },
  ]);
  expect(after[2]?.windows).toEqual(before[2]?.windows);
});
