import { intervals, type Interval } from '@fft/contract';
import type { Fill } from '@fft/engine';
import fc from 'fast-check';
import { afterAll, describe, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../testing/test-database.ts';
import { Projector } from '../../ledger/projection/projector.ts';
import type { BatchEvents, RecordedPosting } from '../../ledger/replica/batch-events.ts';
import { CandleReader } from '../candles/candle-reader.ts';
import type { Candle } from '../../ledger/projection/candle.ts';
import { MarketBoard } from './market-board.ts';
import { restoreBoard } from './restore-board.ts';
import { RollingDay } from './rolling-day.ts';

const minuteMs = 60_000;
const open: TestDatabase[] = [];
afterAll(() => Promise.all(open.map((database) => database.close())));

/** Folds the fills of the tables into candles of every interval. */
const candlesOfFills = `
  select market, interval, start as time, (array_agg(price_ticks order by trade_number))[1] as open_ticks, max(price_ticks) as high_ticks,
    min(price_ticks) as low_ticks, (array_agg(price_ticks order by trade_number desc))[1] as close_ticks, sum(quantity_lots) as volume_lots,
    sum(notional) as turnover, count(*) as trades, coalesce(sum(quantity_lots) filter (where taker_side = 'buy'), 0) as taker_buy_lots,
    coalesce(sum(notional) filter (where taker_side = 'buy'), 0) as taker_buy_turnover
  from fills cross join lateral (values
    ('1m', time - time % 60000),
    ('5m', time - time % 300000),
    ('15m', time - time % 900000),
    ('30m', time - time % 1800000),
    ('1h', time - time % 3600000),
    ('4h', time - time % 14400000),
    ('1d', time - time % 86400000),
    ('1w', (extract(epoch from date_trunc('week', to_timestamp(time / 1000) at time zone 'UTC')) * 1000)::bigint),
    ('1M', (extract(epoch from date_trunc('month', to_timestamp(time / 1000) at time zone 'UTC')) * 1000)::bigint)
  ) as starts (interval, start)
  group by market, interval, start`;

/** A market data process on tables that outlive the process. */
async function startProcess(database: TestDatabase, clock: { time: number }) {
  const projector = new Projector({ pool: database.pool, onError: (error) => expect.unreachable(String(error)) });
  await projector.open();
  const board = new MarketBoard();
  await restoreBoard(database.db, board, clock.time);
  const candles = new CandleReader({ db: database.db, board, projector, now: () => clock.time });
  return { projector, board, candles };
}

async function newDatabase(): Promise<TestDatabase> {
  const database = await createTestDatabase();
  open.push(database);
  return database;
}

/** Returns a candle's start by the calendar, without the code under test. */
function calendarStart(interval: Interval, time: number): number {
  const date = new Date(time);
  const [year, month, day] = [date.getUTCFullYear(), date.getUTCMonth(), date.getUTCDate()];
  if (interval === '1M') return Date.UTC(year, month, 1);
  if (interval === '1w') return Date.UTC(year, month, day - ((date.getUTCDay() + 6) % 7));
  if (interval === '1d') return Date.UTC(year, month, day);
  const minutes = { '1m': 1, '5m': 5, '15m': 15, '30m': 30, '1h': 60, '4h': 240 }[interval];
  return Date.UTC(
    year,
    month,
    day,
    0,
    Math.floor((date.getUTCHours() * 60 + date.getUTCMinutes()) / minutes) * minutes,
  );
}

/** Computes the whole series from the first trade to now, from the fills alone. */
function naiveSeries(interval: Interval, fills: readonly Fill[], now: number): Candle[] {
  const byStart = Map.groupBy(fills, ({ time }) => calendarStart(interval, time));
  const series: Candle[] = [];
  const [first] = fills;
  if (!first) return [];
  let close = 0;
  const last = calendarStart(interval, now);
  for (let time = calendarStart(interval, first.time); time <= last; time = nextStart(interval, time)) {
    const within = byStart.get(time) ?? [];
    const bought = within.filter(({ takerSide }) => takerSide === 'buy');
    const prices = within.map(({ priceTicks }) => priceTicks);
    const open = prices[0] ?? close;
    close = prices.at(-1) ?? close;
    series.push({
      time,
      openTicks: open,
      highTicks: Math.max(open, ...prices),
      lowTicks: Math.min(open, ...prices),
      closeTicks: close,
      volumeLots: within.reduce((sum, { quantityLots }) => sum + BigInt(quantityLots), 0n),
      turnover: within.reduce((sum, { notional }) => sum + BigInt(notional), 0n),
      trades: within.length,
      takerBuyLots: bought.reduce((sum, { quantityLots }) => sum + BigInt(quantityLots), 0n),
      takerBuyTurnover: bought.reduce((sum, { notional }) => sum + BigInt(notional), 0n),
    });
  }
  return series;
}

function nextStart(interval: Interval, start: number): number {
  // Every candle ends at a whole minute, the long ones at a whole hour.
  const step = ['1d', '1w', '1M'].includes(interval) ? 60 * minuteMs : minuteMs;
  let time = start + step;
  while (calendarStart(interval, time) === start) time += step;
  return time;
}

const fillOf = (market: number, tradeNumber: number, trade: { time: number; price: number; lots: number }): Fill => ({
  market,
  tradeNumber,
  time: trade.time,
  takerSide: 'buy',
  priceTicks: trade.price,
  quantityLots: trade.lots,
  notional: trade.price * trade.lots,
  takerOrder: 1,
  takerOwner: 1000,
  takerFee: 0,
  makerOrder: 2,
  makerOwner: 1001,
  makerFee: 0,
});

/** A posting of any value; each fill has four. */
const posting: RecordedPosting = {
  owner: 1000,
  kind: 'coin',
  asset: 0,
  availableDelta: 0,
  frozenDelta: 0,
  available: 0,
  frozen: 0,
  reason: 'trade',
  orderId: 1,
  time: 0,
  reference: '',
};

const batchOf = (sequence: number, fills: readonly Fill[]): BatchEvents => ({
  sequence,
  outcomes: [],
  orders: [],
  fills,
  postings: fills.flatMap(() => [posting, posting, posting, posting]),
  firstPlaced: Infinity,
  levels: new Map(),
  marketStates: new Set(),
});

/** Mostly seconds and minutes; sometimes hours, or past a month's end. */
const gapMs = fc.oneof(
  { weight: 6, arbitrary: fc.nat({ max: 90_000 }) },
  { weight: 3, arbitrary: fc.nat({ max: 300 * minuteMs }) },
  { weight: 1, arbitrary: fc.nat({ max: 8 * 1_440 * minuteMs }) },
);
const batches = fc.array(
  fc.record({
    trades: fc.array(
      fc.record({
        gapMs,
        market: fc.nat({ max: 1 }),
        price: fc.integer({ min: 1, max: 1_000_000 }),
        // Sums of these soon exceed 2^53.
        lots: fc.oneof(fc.integer({ min: 1, max: 1_000 }), fc.constant(2 ** 33)),
      }),
      { maxLength: 6 },
    ),
    restart: fc.constantFrom('no', 'no', 'no', 'from the tables', 'with a replay'),
  }),
  { minLength: 1, maxLength: 12 },
);
/** Close to the ends of a minute, an hour, a day, a week (a Sunday) and a month at once. */
const beginnings = fc.constantFrom(
  Date.parse('2027-01-31T23:58:30Z'),
  Date.parse('2028-02-29T23:00Z'),
  Date.parse('2026-11-20T12:34:56Z'),
);

describe('candles', () => {
  test('of every interval agree with a plain fold over all fills, across gaps, midnights, months and restarts', async () => {
    await fc.assert(
      fc.asyncProperty(batches, beginnings, fc.nat({ max: 3_000 * minuteMs }), async (steps, beginning, waitMs) => {
        const database = await newDatabase();
        const clock = { time: beginning };
        let process = await startProcess(database, clock);
        const past: BatchEvents[] = [];
        const fills: Fill[] = [];
        for (const { trades, restart } of steps) {
          const added = trades.map(({ gapMs, market, price, lots }, index) =>
            fillOf(market, fills.length + index + 1, { time: (clock.time += gapMs), price, lots }),
          );
          fills.push(...added);
          past.push(batchOf(past.length + 1, added));
          process.projector.add(past.at(-1) ?? batchOf(0, []));
          process.board.add(past.at(-1) ?? batchOf(0, []));
          if (restart === 'no') continue;
          await process.projector.close();
          process = await startProcess(database, clock);
          if (restart === 'with a replay') for (const batch of past) process.board.add(batch);
        }
        clock.time += waitMs;
        for (const market of [0, 1]) {
          const traded = fills.filter((fill) => fill.market === market);
          const query = { market, from: 0, to: clock.time, limit: 500 };
          for (const interval of intervals) {
            const page = await process.candles.page({ ...query, interval });
            expect(page).toEqual(naiveSeries(interval, traded, clock.time).slice(-500));
          }
          expect(process.board.day(market, clock.time)).toEqual(dayOf(traded, clock.time));
          expect(process.board.trades(market)).toEqual(traded.slice(-50).toReversed());
        }
        await process.projector.close();
        await expectSameFromFills(database);
      }),
      { numRuns: 10 },
    );
  });

  /** The rolling day of a process that saw every trade. */
  function dayOf(fills: readonly Fill[], now: number) {
    const day = new RollingDay();
    for (const { time, turnover, ...minute } of naiveSeries('1m', fills, fills.at(-1)?.time ?? 0)) {
      if (minute.trades > 0) day.add({ time, turnover, ...minute });
    }
    return day.figures(now);
  }

  /** SQL over the fills is the third way to the same rows. */
  async function expectSameFromFills(database: TestDatabase): Promise<void> {
    const all = 'order by market, interval, time';
    const projected = await database.pool.query(`select * from candles ${all}`);
    const folded = await database.pool.query(`${candlesOfFills} ${all}`);
    expect(folded.rows).toEqual(projected.rows);
  }

  test('are paged back to the first trade, without gaps or overlaps', async () => {
    const database = await newDatabase();
    const clock = { time: Date.parse('2026-11-20T12:00Z') };
    const { projector, board, candles } = await startProcess(database, clock);
    const fills = [0, 7, 8, 250, 251].map((minute, index) =>
      fillOf(0, index + 1, { time: clock.time + minute * minuteMs, price: 100 + index, lots: 1 }),
    );
    projector.add(batchOf(1, fills));
    board.add(batchOf(1, fills));
    clock.time += 260 * minuteMs;
    const series: Candle[] = [];
    for (let to = clock.time; ;) {
      const page = await candles.page({ market: 0, interval: '1m', from: 0, to, limit: 100 });
      const [oldest] = page;
      if (!oldest) break;
      series.unshift(...page);
      to = oldest.time - 1;
    }
    expect(series).toEqual(naiveSeries('1m', fills, clock.time));
    const some = { market: 0, interval: '1h', limit: 1_000 } as const;
    const hours = (page: Candle[]) => page.map(({ time }) => new Date(time).getUTCHours());
    // Both bounds are included, and compared with a candle's start.
    const noon = Date.parse('2026-11-20T12:00Z');
    expect(hours(await candles.page({ ...some, from: noon, to: noon + 3_600_000 }))).toEqual([12, 13]);
    expect(hours(await candles.page({ ...some, from: noon + 1, to: noon + 3_599_999 }))).toEqual([]);
    expect(hours(await candles.page({ ...some, from: noon + 1, to: clock.time + 1e12 }))).toEqual([13, 14, 15, 16]);
    expect(await candles.page({ ...some, market: 1, from: 0, to: clock.time })).toEqual([]);
    await projector.close();
  });
});
