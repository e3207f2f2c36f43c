import type { RawBuilder } from 'kysely';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { seedHistory } from '../../../testing/attacks/seed-history.ts';
import { createTestDatabase, type TestDatabase } from '../../../testing/test-database.ts';
import { balancesQuery, movedQuery } from './worth-rows.ts';

const now = 1_795_000_000_000;
const owner = 1000;
const accounts = [0, 1, 6].flatMap((asset) => [
  { kind: 'coin' as const, asset },
  { kind: 'fiat' as const, asset },
]);
const times = Array.from({ length: 24 }, (_, hour) => now - hour * 3_600_000);
const sides = [0, 1, 2].flatMap((market) => [
  { market, asset: 0 },
  { market, asset: 6 },
]);

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
  await database.pool.query(
    `insert into customers (id, email, password_hash, nickname, lang, up_color, created, last_login)
      overriding system value values ($1, 'a@b.example', 'none', 'T', 'en', 'green', 0, 0)`,
    [owner],
  );
  await seedHistory(database.pool, { customer: owner, now, fills: 60_000, minutes: 10, markets: 3 });
});
afterAll(() => database.close());

/** Node types and blocks of an executed plan. */
async function carriedOut(query: RawBuilder<unknown>): Promise<{ text: string; blocks: number }> {
  const { rows } = await sql<{ 'QUERY PLAN': string }>`explain (analyze, buffers, timing off) ${query}`.execute(
    database.db,
  );
  const text = rows.map((row) => row['QUERY PLAN']).join('\n');
  const [, blocks = '0'] = /Buffers: shared hit=(\d+)/.exec(text) ?? [];
  return { text, blocks: Number(blocks) };
}

/** Scans of whole partitions that read pages: one without rows is scanned in no time. */
function scansOfRows(plan: string): string[] {
  return plan
    .split(/->|Planning:/)
    .filter((node) => /^ +Seq Scan on (postings|fills)/.test(node) && node.includes('Buffers'));
}

test('hourly balances are read by indexes, however long the history is', async () => {
  const { text, blocks } = await carriedOut(balancesQuery({ owner, accounts, sides, times }));
  expect(scansOfRows(text)).toEqual([]);
  expect(blocks).toBeLessThan(5_000);
});

test("a day's deposits and withdrawals are read by an index", async () => {
  const { text, blocks } = await carriedOut(
    movedQuery({ owner, accounts, since: now - 86_400_000, intervalMs: 60_000 }),
  );
  expect(scansOfRows(text)).toEqual([]);
  expect(blocks).toBeLessThan(500);
});
