import fc from 'fast-check';
import { expect, test } from 'vitest';
import { DoorComparison, zones, type Step, type Zone } from '../../testing/market-doors/compare-doors.ts';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

const made = {
  priceTicks: fc.integer({ min: 1, max: 100_000 }),
  lots: fc.integer({ min: 1, max: 1_000 }),
  side: fc.constantFrom('buy' as const, 'sell' as const),
};
const gapMs = fc.oneof(
  { weight: 4, arbitrary: fc.nat({ max: 150_000 }) },
  { weight: 1, arbitrary: fc.nat({ max: 90 * minuteMs }) },
);
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 6, arbitrary: fc.record({ kind: fc.constant('trade' as const), gapMs, ...made }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('next' as const), lateMs: fc.nat({ max: 1_500 }), ...made }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('wait' as const), gapMs: fc.nat({ max: 30 * minuteMs }) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('away' as const), gapMs: fc.nat({ max: 4 * dayMs }) }) },
  { weight: 1, arbitrary: fc.constant({ kind: 'restart' as const }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('look' as const), zone: fc.constantFrom(...zones) }) },
);

/** Shortly before the end of a day, a week (a Sunday) and a month at once; of a February; and in the middle. */
const beginnings = ['2027-01-31T23:58:30Z', '2028-02-29T22:40Z', '2026-11-20T12:34:56Z'].map((text) =>
  Date.parse(text),
);

const trade = { kind: 'trade', gapMs: 0, priceTicks: 100, lots: 3, side: 'buy' } as const;
const next = { kind: 'next', lateMs: 500, priceTicks: 120, lots: 5, side: 'sell' } as const;
const look = { kind: 'look', zone: '0' } as const;
const wait = { kind: 'wait', gapMs: 120_000 } as const;
const away = (ms: number): Step => ({ kind: 'away', gapMs: ms });
const midnight = Date.parse('2026-11-25T00:00:10Z');
const morning = Date.parse('2026-11-25T10:01:10Z');
const examples: [Step[], number, number, Zone][] = [
  // A day ends that traded in its first minute, and the next trade comes before the streams' beat.
  [[trade, away(dayMs - 50_000), look, next, look], midnight, 0, '8'],
  // The same after more than a day without trades.
  [[trade, away(25 * hourMs + 100_000), look, next, look], morning, 0, '8'],
  // While a reader is connected, a trade leaves the last 24 hours.
  [[trade, next, away(dayMs - 150_000), look, wait, look], morning, 0, '8'],
  [[trade, away(3 * dayMs), look], morning, 0, '8'],
  // The first trade of a day that was looked at within the same minute.
  [[next, away(25 * hourMs), look, trade, look], morning, 0, '8'],
  // Less than five minutes, and in a sixth minute.
  [[trade, next, { kind: 'wait', gapMs: 240_000 }, look], morning, 0, '8'],
];

test('candles, tickers and averages are the same in every door, and plain sums over the trades', async () => {
  const steps = fc.array(step, { minLength: 3, maxLength: 20 });
  const markets = fc.constantFrom(0, 6, 12);
  await fc.assert(
    fc.asyncProperty(
      steps,
      fc.constantFrom(...beginnings),
      markets,
      fc.constantFrom(...zones),
      async (played, beginning, market, zone) => {
        const comparison = await DoorComparison.open(beginning, market);
        try {
          for (const one of [...played, { kind: 'look', zone } as const]) {
            for await (const { door, shown, expected } of comparison.play(one)) {
              expect([door, shown]).toMatchObject([door, expected]);
            }
          }
        } finally {
          await comparison.close();
        }
      },
    ),
    { numRuns: 14, endOnFailure: true, examples },
  );
});
