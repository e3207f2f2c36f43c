import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { flatCandle, type Candle } from '../../ledger/projection/candle.ts';
import { RollingDay, type DayFigures } from './rolling-day.ts';

const minuteMs = 60_000;
const dayMs = 1_440 * minuteMs;
/** The candle of one trade. */
const trade = (time: number, priceTicks: number, lots = 1): Candle => ({
  ...flatCandle(Math.floor(time / minuteMs) * minuteMs, priceTicks),
  volumeLots: BigInt(lots),
  turnover: BigInt(priceTicks * lots),
  trades: 1,
});

describe('the last 24 hours', () => {
  test('are empty before the first trade', () => {
    const empty = {
      lastTicks: 0,
      openTicks: 0,
      highTicks: 0,
      lowTicks: 0,
      volumeLots: 0n,
      turnover: 0n,
      trades: 0,
      sparkTicks: [],
    };
    expect(new RollingDay().figures(dayMs)).toEqual(empty);
  });

  test('have the prices of their own trades alone; without any, the last price', () => {
    const day = new RollingDay();
    day.add(trade(0, 100, 7));
    day.add(trade(dayMs + minuteMs, 120, 2));
    const prices = { lastTicks: 120, openTicks: 120, highTicks: 120, lowTicks: 120 };
    expect(day.figures(dayMs + minuteMs)).toMatchObject({ ...prices, volumeLots: 2n, turnover: 240n, trades: 1 });
    expect(day.figures(3 * dayMs)).toMatchObject({ ...prices, volumeLots: 0n, trades: 0 });
    // After a look at a day without trades, the first one is its open again.
    day.add(trade(3 * dayMs, 90));
    expect(day.figures(3 * dayMs)).toMatchObject({ lastTicks: 90, openTicks: 90, highTicks: 90, lowTicks: 90 });
  });

  test('have a close for each hour in the spark, and the opening price before the first trade', () => {
    const day = new RollingDay();
    for (const [hour, price] of [
      [1, 10],
      [2, 20],
      [5, 50],
    ] as const)
      day.add(trade(hour * 60 * minuteMs, price));
    expect(day.figures(6 * 60 * minuteMs).sparkTicks).toEqual([
      ...Array.from({ length: 18 }, () => 10),
      10,
      20,
      20,
      20,
      50,
      50,
    ]);
  });

  test('agree with a plain fold over all trades, at all times of trades and reads', () => {
    const steps = fc.array(
      fc.record({
        gapMs: fc.oneof(fc.nat({ max: 90_000 }), fc.nat({ max: 5 * 60 * minuteMs })),
        price: fc.integer({ min: 1, max: 1_000 }),
        lots: fc.integer({ min: 1, max: 50 }),
        asked: fc.boolean(),
      }),
      { maxLength: 60 },
    );
    fc.assert(
      fc.property(steps, fc.nat({ max: dayMs }), (steps, waitMs) => {
        const day = new RollingDay();
        day.figures(0);
        let time = 0;
        const trades: Candle[] = [];
        for (const { gapMs, price, lots, asked } of steps) {
          time += gapMs;
          trades.push(trade(time, price, lots));
          day.add(trade(time, price, lots));
          if (asked) expect(day.figures(time)).toEqual(naiveFigures(trades, time));
        }
        expect(day.figures(time + waitMs)).toEqual(naiveFigures(trades, time + waitMs));
      }),
    );
  });
});

function naiveFigures(trades: readonly Candle[], now: number): DayFigures {
  const nowMinute = Math.floor(now / minuteMs) * minuteMs;
  const within = trades.filter(({ time }) => time > nowMinute - dayMs);
  const last = trades.at(-1)?.closeTicks ?? 0;
  const prices = within.length > 0 ? within.map(({ closeTicks }) => closeTicks) : [last];
  const hours = Array.from({ length: 24 }, (_, index) => nowMinute - (23 - index) * 60 * minuteMs);
  const closeAt = (end: number) => (trades.findLast(({ time }) => time <= end) ?? trades[0])?.closeTicks ?? 0;
  return {
    lastTicks: last,
    openTicks: prices[0] ?? 0,
    highTicks: Math.max(...prices),
    lowTicks: Math.min(...prices),
    volumeLots: within.reduce((sum, { volumeLots }) => sum + volumeLots, 0n),
    turnover: within.reduce((sum, { turnover }) => sum + turnover, 0n),
    trades: within.length,
    sparkTicks: trades.length > 0 ? hours.map(closeAt) : [],
  };
}
