import { candleAfter, type Candle } from '@fft/contract';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { CandleSeries } from './index.ts';

const minuteMs = 60_000;
const at = (minute: number, close: string, trades = 1): Candle => [
  minute * minuteMs,
  close,
  close,
  close,
  close,
  trades === 0 ? '0.000' : `${trades}.000`,
  trades === 0 ? '0.00' : `${trades}.00`,
  trades,
];

const quiet = (from: number, to: number, close: string): Candle[] =>
  Array.from({ length: to - from + 1 }, (_, step) => at(from + step, close, 0));

function seriesOf(...page: Candle[]): CandleSeries {
  const series = new CandleSeries('1m');
  series.takePage(page);
  return series;
}

describe('a chart’s candles', () => {
  test('pages are added in front, pushes at the end, and minutes without trades are flat', () => {
    const series = seriesOf(at(3, '30'), at(4, '40'));
    series.takePage([at(1, '10'), at(2, '20')]);
    expect(series.takePush([at(4, '41', 2)])).toBe(true);
    expect(series.takePush([at(4, '42', 3), at(7, '70')])).toBe(true);
    expect(series.candles).toEqual([
      at(1, '10'),
      at(2, '20'),
      at(3, '30'),
      at(4, '42', 3),
      at(5, '42', 0),
      at(6, '42', 0),
      at(7, '70'),
    ]);
  });

  test('a push that begins after the newest candle is refused, because pushes were lost', () => {
    const series = seriesOf(at(1, '10'));
    expect(series.takePush([at(3, '30'), at(4, '40')])).toBe(false);
    expect([series.candles, series.resumeFrom]).toEqual([[at(1, '10')], minuteMs]);
    expect(new CandleSeries('1m').takePush([at(3, '30')])).toBe(false);
  });

  test('an older state of a candle is ignored, and a page that does not connect replaces the series', () => {
    const series = seriesOf(at(1, '12', 3));
    series.takePush([at(1, '11', 2)]);
    series.takePage([at(0, '9'), at(1, '10', 1)]);
    expect(series.candles).toEqual([at(0, '9'), at(1, '12', 3)]);
    series.takePage([at(9, '90')]);
    expect(series.candles).toEqual([at(9, '90')]);
  });

  test('a late trade moves the flat candles that follow it', () => {
    const series = seriesOf(at(1, '10'));
    series.advance(3 * minuteMs + 5);
    expect(series.candles).toEqual([at(1, '10'), at(2, '10', 0), at(3, '10', 0)]);
    series.takePush([at(1, '10'), at(2, '20')]);
    expect(series.candles).toEqual([at(1, '10'), at(2, '20'), at(3, '20', 0)]);
  });

  test('candles added by the clock are unconfirmed: a reload starts at the newest confirmed candle', () => {
    const series = seriesOf(at(9, '9'), at(10, '10'));
    series.advance(120 * minuteMs);
    expect(series.resumeFrom).toBe(10 * minuteMs);
    expect(series.takePush([at(119, '119'), at(120, '120')])).toBe(false);
    expect(series.candles.at(-1)).toEqual(at(120, '10', 0));
    series.takePage([at(10, '10'), at(11, '11'), ...quiet(12, 118, '11'), at(119, '119'), at(120, '120')]);
    expect(series.candles.slice(1, 4)).toEqual([at(10, '10'), at(11, '11'), at(12, '11', 0)]);
    expect(series.candles.slice(-2)).toEqual([at(119, '119'), at(120, '120')]);
    expect(series.takePush([at(120, '121', 2)])).toBe(true);
  });

  test('a page that does not reach back to the confirmed candles replaces the series', () => {
    const series = seriesOf(at(10, '10'));
    series.advance(120 * minuteMs);
    series.takePage([at(119, '119'), at(120, '120')]);
    expect(series.candles).toEqual([at(119, '119'), at(120, '120')]);
  });

  test('pushes continue a market after any time without trades', () => {
    const series = seriesOf(at(9, '9'), at(10, '9', 0));
    series.advance(120 * minuteMs);
    expect(series.takePush([at(9, '9'), at(120, '120')])).toBe(true);
    expect([series.candles.at(-2), series.candles.at(-1)]).toEqual([at(119, '9', 0), at(120, '120')]);
  });

  test('months advance by the calendar', () => {
    const december = Date.parse('2026-12-01T00:00Z');
    const series = new CandleSeries('1M');
    series.takePage([[december, '1', '1', '1', '1', '1', '1', 1]]);
    series.advance(Date.parse('2027-03-15T00:00Z'));
    expect(series.candles.map(([time]) => time)).toEqual(
      [0, 1, 2, 3].map((steps) => candleAfter('1M', december, steps)),
    );
    expect(series.candles[1]).toEqual([candleAfter('1M', december), '1', '1', '1', '1', '0', '0', 0]);
  });
});

test('a client that misses pushes and reloads from resumeFrom has the complete series', () => {
  const trades = fc.array(fc.record({ gap: fc.nat({ max: 3 }), heard: fc.boolean() }), { minLength: 1, maxLength: 60 });
  fc.assert(
    fc.property(trades, (steps) => {
      // The server's candles, including flat ones, and its push after each trade.
      let all: Candle[] = [at(0, '0')];
      const series = seriesOf(...all);
      for (const [index, { gap, heard }] of steps.entries()) {
        const last = all.at(-1) ?? at(0, '0');
        const traded = all.findLast((candle) => candle[7] > 0) ?? last;
        const minute = last[0] / minuteMs + gap;
        const flat = Array.from({ length: Math.max(0, gap - 1) }, (_, step) =>
          at(last[0] / minuteMs + step + 1, last[4], 0),
        );
        const running = at(minute, String(index + 1), gap === 0 ? last[7] + 1 : 1);
        all = [...(gap === 0 ? all.slice(0, -1) : all), ...flat, running];
        if (!heard) continue;
        if (!series.takePush(gap === 0 ? [running] : [traded, running])) {
          const from = series.resumeFrom ?? 0;
          series.takePage(all.filter(([time]) => time >= from));
        }
        expect(series.candles).toEqual(all);
      }
    }),
  );
});
