import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { candleAfter, candleStart, intervals, type Interval } from './index.ts';

const at = (text: string): number => Date.parse(`${text}Z`);

describe('the start of a candle', () => {
  const rows: [Interval, string, string][] = [
    ['1m', '2026-11-20T23:59:59.999', '2026-11-20T23:59'],
    ['5m', '2026-11-20T23:59:59.999', '2026-11-20T23:55'],
    ['15m', '2026-11-20T23:14', '2026-11-20T23:00'],
    ['30m', '2026-11-20T23:30', '2026-11-20T23:30'],
    ['1h', '2026-11-20T00:59:59', '2026-11-20T00:00'],
    ['4h', '2026-11-20T23:59', '2026-11-20T20:00'],
    ['1d', '2026-11-20T00:00', '2026-11-20T00:00'],
    // The last millisecond of a Sunday and the first of the next Monday.
    ['1w', '2026-11-22T23:59:59.999', '2026-11-16T00:00'],
    ['1w', '2026-11-23T00:00', '2026-11-23T00:00'],
    ['1M', '2028-02-29T23:59:59.999', '2028-02-01T00:00'],
    ['1M', '2026-12-31T23:59:59.999', '2026-12-01T00:00'],
  ];
  test.each(rows)('%s at %s', (interval, time, start) => {
    expect(candleStart(interval, at(time))).toBe(at(start));
  });

  test('month steps follow the calendar, also across years', () => {
    expect(candleAfter('1M', at('2027-12-01T00:00'))).toBe(at('2028-01-01T00:00'));
    expect(candleAfter('1M', at('2028-01-01T00:00'), 2)).toBe(at('2028-03-01T00:00'));
    expect(candleAfter('1M', at('2028-01-01T00:00'), -1)).toBe(at('2027-12-01T00:00'));
  });
});

test('every timestamp is in exactly one candle, and steps forward and back return to the same candle', () => {
  const moments = fc.integer({ min: 0, max: at('2100-01-01T00:00') });
  fc.assert(
    fc.property(fc.constantFrom(...intervals), moments, fc.integer({ min: -50, max: 50 }), (interval, time, steps) => {
      const start = candleStart(interval, time);
      const next = candleAfter(interval, start);
      expect(start).toBeLessThanOrEqual(time);
      expect(next).toBeGreaterThan(time);
      expect(candleStart(interval, next)).toBe(next);
      expect(candleStart(interval, next - 1)).toBe(start);
      expect(candleAfter(interval, candleAfter(interval, start, steps), -steps)).toBe(start);
    }),
  );
});
