import fc from 'fast-check';
import { expect, test } from 'vitest';
import { FiveMinutes } from './five-minutes.ts';

const lengthMs = 300_000;

test('five minutes end exactly: a trade counts until five minutes after it, and no longer', () => {
  const recent = new FiveMinutes();
  recent.add({ time: 1_000, volumeLots: 2n, turnover: 20n });
  recent.add({ time: 1_000, volumeLots: 1n, turnover: 11n });
  expect(recent.until(1_000)).toEqual({ volumeLots: 3n, turnover: 31n });
  expect(recent.until(1_000 + lengthMs - 1)).toEqual({ volumeLots: 3n, turnover: 31n });
  expect(recent.until(1_000 + lengthMs)).toEqual({ volumeLots: 0n, turnover: 0n });
});

test('their volume is that of a plain sum over all trades', () => {
  const steps = fc.array(
    fc.record({ gapMs: fc.constantFrom(0, 1, 400, 299_999, 300_000), lots: fc.bigInt(1n, 9n), isRead: fc.boolean() }),
    { maxLength: 3_000, size: 'max' },
  );
  fc.assert(
    fc.property(steps, (given) => {
      const recent = new FiveMinutes();
      const trades: { readonly time: number; readonly lots: bigint }[] = [];
      let time = 0;
      const expectSame = (): void => {
        const within = trades.filter((trade) => trade.time > time - lengthMs);
        const lots = within.reduce((sum, trade) => sum + trade.lots, 0n);
        expect(recent.until(time)).toEqual({ volumeLots: lots, turnover: 5n * lots });
      };
      for (const [place, { gapMs, lots, isRead }] of given.entries()) {
        time += gapMs;
        trades.push({ time, lots });
        recent.add({ time, volumeLots: lots, turnover: 5n * lots });
        if (isRead && place % 50 === 0) expectSame();
      }
      expectSame();
    }),
    { numRuns: 30 },
  );
});
