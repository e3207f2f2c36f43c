import { afterAll, beforeAll, expect, test } from 'vitest';
import { seedHistory } from '../../testing/attacks/seed-history.ts';
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.ts';
import { TradedDays } from './traded-days.ts';

const dayMs = 86_400_000;
const now = 1_795_000_000_000;
const since = now - 30 * dayMs;
const owner = 1000;
const whose = { owner, markets: [0, 1, 2] };

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
  await database.pool.query(
    `insert into customers (id, email, password_hash, nickname, lang, up_color, created, last_login)
      overriding system value values ($1, 'a@b.example', 'none', 'T', 'en', 'green', 0, 0)`,
    [owner],
  );
  await seedHistory(database.pool, { customer: owner, now, fills: 3_000, minutes: 10, markets: 3 });
});
afterAll(() => database.close());

const total = (all: readonly { maker: bigint; taker: bigint }[]) =>
  all.reduce((sum, { maker, taker }) => ({ maker: sum.maker + maker, taker: sum.taker + taker }), {
    maker: 0n,
    taker: 0n,
  });

test('the volume of 30 days is the sum of its fills', async () => {
  const { rows } = await database.pool.query<{ maker: string; taker: string }>(
    `select sum(notional) filter (where maker_owner = $1)::text as maker, sum(notional) filter (where taker_owner = $1)::text as taker
      from fills where time >= $2`,
    [owner, since],
  );
  const days = new TradedDays(database.db, () => now);
  const expected = { maker: BigInt(rows[0]?.maker ?? 0), taker: BigInt(rows[0]?.taker ?? 0) };
  expect(expected.maker).toBeGreaterThan(0n);
  expect(total(await days.since(since, whose))).toEqual(expected);
  expect(total(await days.since(since, { owner: 1001, markets: [0] }))).toEqual({ maker: 0n, taker: 0n });
});

test('past days are added up once, and the current day every time', async () => {
  const days = new TradedDays(database.db, () => now);
  const first = total(await days.since(since, whose));
  const startOfDay = now - (now % dayMs);
  const { rowCount: ofToday } = await database.pool.query('delete from fills where time >= $1', [startOfDay]);
  const { rowCount: ofDaysBefore } = await database.pool.query('delete from fills where time >= $1 and time < $2', [
    startOfDay - 20 * dayMs,
    startOfDay,
  ]);
  expect([ofToday, ofDaysBefore].map((count) => (count ?? 0) > 0)).toEqual([true, true]);
  const second = total(await days.since(since, whose));
  expect(first.maker + first.taker - second.maker - second.taker).toBe(BigInt(ofToday ?? 0) * 1_000_000n);
});
