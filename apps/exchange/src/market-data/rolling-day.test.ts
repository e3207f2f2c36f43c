import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { RollingDay } from './rolling-day.ts';

const minuteMs = 60_000;
const dayMs = 1_440 * minuteMs;
const fill = (time: number, priceTicks: number, quantityLots = 1) => ({
  time,
  priceTicks,
  quantityLots,
  notional: priceTicks * quantityLots,
});

describe('the last 24 hours', () => {
  test('nothing was traded yet', () => {
    const empty = {
      lastTicks: 0,
      openTicks: 0,
      highTicks: 0,
      lowTicks: 0,
      volumeLots: 0n,
      turnover: 0n,
      sparkTicks: [],
    };
    expect(new RollingDay().figures(dayMs)).toEqual(empty);
  });

  test('what is older than a day counts only as the price the day opened with', () => {
    const day = new RollingDay();
    day.add(fill(0, 100, 7));
    day.add(fill(dayMs + minuteMs, 120, 2));
    expect(day.figures(dayMs + minuteMs)).toMatchObject({
      lastTicks: 120,
      openTicks: 100,
      highTicks: 120,
      lowTicks: 100,
      volumeLots: 2n,
      turnover: 240n,
    });
    expect(day.figures(3 * dayMs)).toMatchObject({ lastTicks: 120, openTicks: 120, highTicks: 120, volumeLots: 0n });
  });

  test('the spark has a close per hour, from the first trade on', () => {
    const day = new RollingDay();
    for (const [hour, price] of [
      [1, 10],
      [2, 20],
      [5, 50],
    ] as const)
      day.add(fill(hour * 60 * minuteMs, price));
    expect(day.figures(6 * 60 * minuteMs).sparkTicks).toEqual([10, 20, 20, 20, 50, 50]);
  });

  test('agrees with a plain fold over all trades, whatever their times', () => {
    const trades = fc.array(
      fc.record({
        gapMs: fc.nat({ max: 5 * 60 * minuteMs }),
        price: fc.integer({ min: 1, max: 1_000 }),
        lots: fc.integer({ min: 1, max: 50 }),
      }),
      { maxLength: 60 },
    );
    fc.assert(
      fc.property(trades, fc.nat({ max: dayMs }), (steps, waitMs) => {
        const day = new RollingDay();
        let time = 0;
        const fills = steps.map(({ gapMs, price, lots }) => fill((time += gapMs), price, lots));
        for (const each of fills) day.add(each);
        const now = time + waitMs;
        const firstMinute = Math.floor(now / minuteMs) - 1_439;
        const within = fills.filter((each) => Math.floor(each.time / minuteMs) >= firstMinute);
        const before = fills.findLast((each) => Math.floor(each.time / minuteMs) < firstMinute);
        const figures = day.figures(now);
        const prices = [...(before ? [before.priceTicks] : []), ...within.map(({ priceTicks }) => priceTicks)];
        expect(figures.openTicks).toBe(prices[0] ?? 0);
        expect(figures.highTicks).toBe(Math.max(0, ...prices));
        expect(figures.lowTicks).toBe(prices.length > 0 ? Math.min(...prices) : 0);
        expect(figures.lastTicks).toBe(fills.at(-1)?.priceTicks ?? 0);
        expect(figures.volumeLots).toBe(within.reduce((sum, { quantityLots }) => sum + BigInt(quantityLots), 0n));
      }),
    );
  });
});
