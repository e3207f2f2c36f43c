import { intervals } from '@fft/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { rowsRead } from '../../../testing/rows-read.ts';
import { klineEnd, klineIntervals, klineStart, type KlineInterval } from '../../binance/streams/kline-interval.ts';
import { maxKlines, klineWeight, storedAs } from '../../binance/calls/kline-cost.ts';
import { openDatabase, type Database } from '../../database/connection.ts';
import { createTestDatabase, type TestDatabase } from '../../../testing/test-database.ts';
import { candlesOf, joined, type Candle, type MarketCandle } from '../../ledger/projection/candle.ts';
import { candlesIn } from '../../ledger/projection/span-pieces.ts';
import { CandleBoard } from './candle-board.ts';
import { createSpanReader, type SpanReader } from './span-reader.ts';

const market = 3;
const minuteMs = 60_000;
const dayMs = 86_400_000;
const end = Date.UTC(2026, 10, 25, 10, 7);
const days = 70;
let database: TestDatabase;
let single: Database;
let minutes: readonly MarketCandle[];
let spans: SpanReader;

/** Every 37th minute traded, by a sequence that needs no seed. */
function madeMinutes(): readonly MarketCandle[] {
  const made: MarketCandle[] = [];
  for (let time = end - days * dayMs; time <= end; time += 37 * minuteMs) {
    const number = made.length;
    const open = 1_000 + ((number * 7_919) % 500);
    const close = 1_000 + ((number * 104_729) % 500);
    const highTicks = Math.max(open, close) + 3;
    made.push({
      market,
      time: Math.floor(time / minuteMs) * minuteMs,
      openTicks: open,
      highTicks,
      lowTicks: Math.min(open, close) - 3,
      closeTicks: close,
      volumeLots: BigInt(1 + (number % 9)),
      turnover: BigInt(open) * 10n ** 12n,
      trades: 1 + (number % 3),
      takerBuyLots: BigInt(number % 2),
      takerBuyTurnover: BigInt(number % 2) * 10n ** 12n,
    });
  }
  return made;
}

beforeAll(async () => {
  database = await createTestDatabase();
  single = openDatabase(database.url, { maxConnections: 1 });
  minutes = madeMinutes();
  const board = new CandleBoard();
  for (const minute of minutes) board.add(minute, 1);
  for (const interval of intervals) {
    const rows = candlesOf(interval, minutes).map((candle) => ({
      market,
      interval,
      time: candle.time,
      open_ticks: candle.openTicks,
      high_ticks: candle.highTicks,
      low_ticks: candle.lowTicks,
      close_ticks: candle.closeTicks,
      volume_lots: String(candle.volumeLots),
      turnover: String(candle.turnover),
      trades: candle.trades,
      taker_buy_lots: String(candle.takerBuyLots),
      taker_buy_turnover: String(candle.takerBuyTurnover),
    }));
    for (let from = 0; from < rows.length; from += 1_000) {
      await database.db
        .insertInto('candles')
        .values(rows.slice(from, from + 1_000))
        .execute();
    }
  }
  spans = createSpanReader({ db: single.db, board: { candles: board }, projector: { reached: async () => undefined } });
});
afterAll(async () => {
  await single.close();
  await database.close();
});

/** The minutes of a span, joined one by one. */
function naive(from: number, to: number): Candle | null {
  const own = minutes.filter(({ time }) => time >= from && time < to);
  const candle = own.reduce<Candle | null>((sum, next) => (sum === null ? next : joined(sum, next)), null);
  if (candle === null) return null;
  const { market: _, ...fields } = { market, ...candle };
  return { ...fields, time: from };
}

/** The running kline is made of shorter candles, as its last day has not ended. */
const piecesOfRunning = 25;
const zones = [-720, -210, 0, 15, 345, 840];
const joinedIntervals = klineIntervals.filter((interval) => interval !== '1s');

describe.each(joinedIntervals)('klines of %s', (interval: KlineInterval) => {
  test.each(zones)('at %i minutes before UTC are the minutes in them, at the cost of few rows', async (zone) => {
    const offsetMs = zone * minuteMs;
    const asked: { from: number; to: number }[] = [];
    const limit = Math.min(40, maxKlines(interval, offsetMs));
    for (let from = klineStart(interval, end, offsetMs); asked.length < limit && from > end - days * dayMs;) {
      asked.unshift({ from, to: klineEnd(interval, from, offsetMs) });
      from = klineStart(interval, from - 1, offsetMs);
    }
    const before = await rowsRead(single.pool, 'candles');
    const found = await spans.read(market, asked);
    const read = (await rowsRead(single.pool, 'candles')) - before;
    expect(found).toEqual(asked.map(({ from, to }) => naive(from, to)));
    expect(read).toBeLessThanOrEqual(asked.reduce((sum, span) => sum + candlesIn(span), piecesOfRunning));
  });
});

test.each(zones)('a month at %i minutes before UTC is made of few candles, a week of fewer', (zone) => {
  for (const [interval, most] of [
    ['1M', 45],
    ['1w', 20],
    ['1d', 14],
  ] as const) {
    const from = klineStart(interval, end, zone * minuteMs);
    expect(candlesIn({ from, to: klineEnd(interval, from, zone * minuteMs) })).toBeLessThanOrEqual(most);
  }
});

test('a call’s weight grows with the rows that it may read, which are at most 20,000', () => {
  for (const interval of joinedIntervals) {
    for (let zone = -720; zone <= 840; zone += 15) {
      const offsetMs = zone * minuteMs;
      const klines = Math.min(1_000, maxKlines(interval, offsetMs));
      const from = klineStart(interval, Date.UTC(2026, 6, 15), offsetMs);
      const rows =
        storedAs(interval, offsetMs) === null
          ? klines * candlesIn({ from, to: klineEnd(interval, from, offsetMs) })
          : klines;
      expect(rows).toBeLessThanOrEqual(20_000);
      expect(klineWeight(interval, offsetMs, 1_000)).toBeGreaterThanOrEqual(Math.floor(rows / 250));
    }
  }
  expect(klineWeight('1h', 0, 250)).toBe(2);
});

test('the price before a span is the last one that traded', async () => {
  const third = minutes[2];
  expect(await spans.closeBefore(market, third?.time ?? 0)).toBe(minutes[1]?.closeTicks);
  expect(await spans.closeBefore(market, minutes[0]?.time ?? 0)).toBeNull();
});
