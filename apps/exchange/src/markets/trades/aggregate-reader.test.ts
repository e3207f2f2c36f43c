import { afterAll, beforeAll, expect, test } from 'vitest';
import { rowsRead } from '../../../testing/rows-read.ts';
import { openDatabase, type Database } from '../../database/connection.ts';
import { createTestDatabase, type TestDatabase } from '../../../testing/test-database.ts';
import { createAggregateReader, type AggregateReader } from './aggregate-reader.ts';
import { createSecondReader } from './second-reader.ts';
import { TradeReader } from './trade-reader.ts';

const trades = 30_000;
/** Trades of one order at one price. */
const perOrder = 1_000;
const begin = Date.UTC(2026, 10, 25);
let database: TestDatabase;
let single: Database;
let aggregates: AggregateReader;
const projector = { reached: async () => undefined };
const host = { sequence: 1 };

beforeAll(async () => {
  database = await createTestDatabase();
  single = openDatabase(database.url, { maxConnections: 1 });
  // Market 1: every order trades a thousand times. Market 2: each trade is an order of its own. 100 trades a millisecond in both.
  await database.pool.query(`
    insert into fills (market, trade_number, time, taker_side, price_ticks, quantity_lots, notional,
      taker_order, taker_owner, taker_fee, maker_order, maker_owner, maker_fee, sequence, position, base, quote, base_units,
      taker_base, taker_quote, maker_base, maker_quote)
    select market, number, ${begin}::bigint + number / case market when 3 then 100000 else 5 end, 'buy', 100, 1, 100,
      case market when 1 then 1 + (number - 1) / ${perOrder} else number end, 1000, 0, 900000 + number, 1001, 0, number, 0, 0, 1, 1, 0, 0, 0, 0
    from generate_series(1, 3) as market, generate_series(1, ${trades}) as number`);
  await database.pool.query('analyze');
  aggregates = createAggregateReader({ db: single.db, projector, host });
});
afterAll(async () => {
  await single.close();
  await database.close();
});

async function reading<T>(work: () => Promise<T>): Promise<{ readonly found: T; readonly rows: number }> {
  const before = await rowsRead(single.pool, 'fills');
  const found = await work();
  return { found, rows: (await rowsRead(single.pool, 'fills')) - before };
}

const end = trades + 1;

test('the newest aggregates are whole, and read ten thousand trades at most beside the first try', async () => {
  const { found, rows } = await reading(() => aggregates.before(1, end, 1_000));
  expect(found.map(({ firstTrade }) => firstTrade)).toEqual(
    [...Array(9).keys()].map((place) => 21_001 + place * perOrder),
  );
  expect(found.every(({ quantityLots }) => quantityLots === perOrder)).toBe(true);
  expect(rows).toBeLessThanOrEqual(12_002);
});

test('aggregates from a trade on are whole, and begin behind the one that the trade is within', async () => {
  const { found, rows } = await reading(() => aggregates.from(1, 500, { end, limit: 1_000 }));
  expect(found[0]).toMatchObject({ firstTrade: 1_001, lastTrade: 2_000 });
  expect(found.length).toBe(9);
  expect(rows).toBeLessThanOrEqual(12_002);
  expect((await aggregates.from(1, 1_001, { end, limit: 1 })).map(({ firstTrade }) => firstTrade)).toEqual([1_001]);
  expect(await aggregates.from(1, end, { end, limit: 5 })).toEqual([]);
});

test('a page of small ones reads twice its size', async () => {
  const { found, rows } = await reading(() => aggregates.from(2, 1, { end, limit: 500 }));
  expect(found.map(({ firstTrade }) => firstTrade)).toEqual([...Array(500).keys()].map((place) => place + 1));
  expect(rows).toBeLessThanOrEqual(1_002);
  expect((await aggregates.before(2, 100, 10)).map(({ lastTrade }) => lastTrade)).toEqual(
    [...Array(10).keys()].map((place) => 90 + place),
  );
});

test('candles of a second read ten thousand trades, or one second that has more', async () => {
  const board = { trades: () => [], lastTrade: () => ({ tradeNumber: trades }) };
  const reader = new TradeReader({
    db: single.db,
    // The reader asks it for the number of the last trade alone.
    board: board as unknown as ConstructorParameters<typeof TradeReader>[0]['board'],
    host,
    projector,
  });
  const seconds = createSecondReader(single.db, reader);
  const ask = (market: number, isNewest: boolean) =>
    reading(() => seconds.page(market, { from: begin, last: begin + 9_000, isNewest }));
  for (const isNewest of [true, false]) {
    const { found, rows } = await ask(2, isNewest);
    expect(found.reduce((sum, each) => sum + each.trades, 0)).toBe(isNewest ? 5_001 : 9_999);
    expect(rows).toBeLessThan(10_200);
    expect((await ask(3, isNewest)).found[0]?.trades).toBe(trades);
  }
});
