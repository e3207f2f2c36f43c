import fc from 'fast-check';
import { expect, test } from 'vitest';
import { nextLots, nextTime, paidTicks, plannedTime, priceOf } from './twap-plan.ts';

test('a part is planned for the plan’s beginning plus its intervals, whatever delays have moved the next one to', () => {
  const terms = { durationMs: 20_000, orders: 10 };
  expect([0, 1, 9].map((done) => plannedTime(1_000, done, terms))).toEqual([1_000, 3_000, 19_000]);
  // Each part comes two seconds late: the next is due later each time, the planned time is not.
  let due = 1_000;
  for (let done = 0; done < 9; done += 1) due = nextTime(due, due + 2_000, 2_000);
  expect(due - plannedTime(1_000, 9, terms)).toBe(9_000);
});

test('equal parts while all of them trade', () => {
  let filledLots = 0;
  const parts = Array.from({ length: 4 }, (_, done) => {
    const lots = nextLots({ totalLots: 10, orders: 4 }, { done, filledLots });
    filledLots += lots;
    return lots;
  });
  expect(parts).toEqual([3, 3, 2, 2]);
});

test('a part catches up on earlier ones, but is at most twice as large', () => {
  const terms = { totalLots: 100, orders: 10 };
  expect(nextLots(terms, { done: 5, filledLots: 20 })).toBe(16);
  expect(nextLots(terms, { done: 9, filledLots: 0 })).toBe(20);
  expect(nextLots(terms, { done: 9, filledLots: 97 })).toBe(3);
  expect(nextLots(terms, { done: 10, filledLots: 100 })).toBe(0);
});

test('whatever each part trades, all together never trade more than the total, and all of it if each trades whole', () => {
  const runs = fc.record({
    totalLots: fc.integer({ min: 1, max: 2 ** 50 }),
    orders: fc.integer({ min: 2, max: 500 }),
    traded: fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: 500, maxLength: 500 }),
  });
  fc.assert(
    fc.property(runs, ({ traded, ...terms }) => {
      let filledLots = 0;
      for (let done = 0; done < terms.orders; done += 1) {
        const lots = nextLots(terms, { done, filledLots });
        expect(lots).toBeGreaterThanOrEqual(0);
        expect(filledLots + lots).toBeLessThanOrEqual(terms.totalLots);
        filledLots += Math.floor(lots * (traded[done] ?? 0));
      }
      let whole = 0;
      for (let done = 0; done < terms.orders; done += 1) whole += nextLots(terms, { done, filledLots: whole });
      expect(whole).toBe(terms.totalLots);
    }),
  );
});

test('parts keep the plan’s times, and after a standstill they are never closer than half an interval', () => {
  expect(nextTime(1_000, 1_040, 100)).toBe(1_100);
  expect(nextTime(1_000, 1_090, 100)).toBe(1_140);
  expect(nextTime(1_000, 9_000, 100)).toBe(9_050);
  // A clock that went back.
  expect(nextTime(1_000, 400, 100)).toBe(1_100);
});

const reachUp = (best: number): number => best + 10;
const reachDown = (best: number): number => best - 10;

test.each([
  ['buy', 'market', 0, 110],
  ['buy', 'market', 105, 105],
  ['buy', 'market', 99, 'worstPrice'],
  ['sell', 'market', 0, 80],
  ['sell', 'market', 85, 85],
  ['sell', 'market', 95, 'worstPrice'],
  ['buy', 'limit', 0, 90],
  ['buy', 'limit', 85, 85],
  ['sell', 'limit', 0, 100],
  ['sell', 'limit', 120, 120],
] as const)('a %s in %s style with the worst price %s is at %s', (side, style, worstTicks, price) => {
  const reach = side === 'buy' ? reachUp : reachDown;
  expect(priceOf({ side, style, worstTicks }, { bid: 90, ask: 100 }, reach)).toBe(price);
  expect(priceOf({ side, style, worstTicks }, { bid: undefined, ask: undefined }, reach)).toBe('noLiquidity');
});

const asks = fc
  .uniqueArray(fc.record({ ticks: fc.integer({ min: 100, max: 140 }), lots: fc.integer({ min: 1, max: 50 }) }), {
    selector: ({ ticks }) => ticks,
    minLength: 1,
    maxLength: 8,
  })
  .map((levels) => levels.toSorted((one, other) => one.ticks - other.ticks));

test('a part freezes no more than there is, and buys whole whatever the money pays for at the book', () => {
  const parts = fc.record({
    asks,
    lots: fc.integer({ min: 1, max: 300 }),
    boundTicks: fc.integer({ min: 100, max: 150 }),
  });
  fc.assert(
    fc.property(
      parts,
      fc.integer({ min: 0, max: 5 }),
      fc.integer({ min: -3, max: 900 }),
      (part, unitsPerTickLot, more) => {
        const unit = unitsPerTickLot + 1;
        const levels = part.asks.filter(({ ticks }) => ticks <= part.boundTicks).map((level) => ({ ...level }));
        const all = levels.flatMap(({ ticks, lots }) => Array<number>(lots).fill(ticks)).slice(0, part.lots);
        const cost = all.reduce((sum, ticks) => sum + ticks * unit, 0);
        if (all.length < part.lots) return;
        let [left, free] = [part.lots, Math.max(0, cost + more)];
        while (left > 0) {
          const [best] = levels;
          if (best === undefined) return expect.unreachable('the book has what is left');
          const { boundTicks } = part;
          const limit = paidTicks({ lots: left, boundTicks, bestTicks: best.ticks, free, unitsPerTickLot: unit });
          expect(limit).toBeLessThanOrEqual(boundTicks);
          if (left * limit * unit > free) break;
          for (let level = levels[0]; left > 0 && level !== undefined && level.ticks <= limit; level = levels[0]) {
            const taken = Math.min(left, level.lots);
            [left, free, level.lots] = [left - taken, free - taken * level.ticks * unit, level.lots - taken];
            if (level.lots === 0) levels.shift();
          }
        }
        expect(free).toBeGreaterThanOrEqual(0);
        expect(left === 0).toBe(more >= 0);
      },
    ),
    { numRuns: 2_000 },
  );
});
