import fc from 'fast-check';
import { expect, test } from 'vitest';
import { PriceWindow } from './price-window.ts';

const trade = fc.record({
  afterMs: fc.oneof(fc.nat(1500), fc.nat(70_000)),
  priceTicks: fc.integer({ min: 95, max: 105 }),
});

test('keeps the lowest and highest price of each of the last sixty seconds, and nothing older', () => {
  fc.assert(
    fc.property(
      fc.array(trade, { maxLength: 40 }),
      fc.nat(80_000),
      fc.integer({ min: 1, max: 100_000 }),
      (trades, laterMs, limitPpm) => {
        const window = new PriceWindow();
        const all: { second: number; priceTicks: number }[] = [];
        let time = 0;
        for (const { afterMs, priceTicks } of trades) {
          time += afterMs;
          window.note(time, priceTicks);
          all.push({ second: Math.floor(time / 1000), priceTicks });
        }
        const now = time + laterMs;
        const counted = all.filter(({ second }) => second > Math.floor(now / 1000) - 60);
        const prices = counted.map(({ priceTicks }) => priceTicks);
        const [low, high] = [Math.min(...prices), Math.max(...prices)];
        expect(window.exceedsVolatility(now, limitPpm)).toBe(
          prices.length > 0 && (high - low) * 1_000_000 > low * limitPpm,
        );
        const seconds = [...new Set(counted.map(({ second }) => second))];
        expect(window.live(now)).toEqual(
          seconds.map((second) => {
            const within = counted.filter((one) => one.second === second).map(({ priceTicks }) => priceTicks);
            return { second, low: Math.min(...within), high: Math.max(...within) };
          }),
        );
      },
    ),
    { seed: 1, numRuns: 400 },
  );
});

test('restores from saved seconds without changing them, and clears', () => {
  const kept = [{ second: 1, low: 100, high: 100 }];
  const window = new PriceWindow();
  expect(window.live(0)).toEqual([]);
  window.restore(kept);
  window.note(1999, 110);
  expect(window.live(2000)).toEqual([{ second: 1, low: 100, high: 110 }]);
  expect(kept).toEqual([{ second: 1, low: 100, high: 100 }]);
  window.clear();
  expect(window.live(2000)).toEqual([]);
});
