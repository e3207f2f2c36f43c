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
  test('pages join to the front, pushes to the end, and quiet minutes are flat', () => {
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

  test('a push that begins after the newest candle says that something was left out', () => {
    const series = seriesOf(at(1, '10'));
    expect(series.takePush([at(3, '30'), at(4, '40')])).toBe(false);
    expect([series.candles, series.resumeFrom]).toEqual([[at(1, '10')], minuteMs]);
    expect(new CandleSeries('1m').takePush([at(3, '30')])).toBe(false);
  });

  test('an older state doesn’t come back, and a page that stands apart begins anew', () => {
    const series = seriesOf(at(1, '12', 3));
    series.takePush([at(1, '11', 2)]);
    series.takePage([at(0, '9'), at(1, '10', 1)]);
    expect(series.candles).toEqual([at(0, '9'), at(1, '12', 3)]);
    series.takePage([at(9, '90')]);
    expect(series.candles).toEqual([at(9, '90')]);
  });

  test('a trade that comes after its minute is over moves the flat minutes after it', () => {
    const series = seriesOf(at(1, '10'));
    series.advance(3 * minuteMs + 5);
    expect(series.candles).toEqual([at(1, '10'), at(2, '10', 0), at(3, '10', 0)]);
    series.takePush([at(1, '10'), at(2, '20')]);
    expect(series.candles).toEqual([at(1, '10'), at(2, '20'), at(3, '20', 0)]);
  });

  test('what the clock added is no news: it is asked for from the newest candle that was told of', () => {
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

  test('a page too short to reach back to what was told begins anew, whatever the clock added between', () => {
    const series = seriesOf(at(10, '10'));
    series.advance(120 * minuteMs);
    series.takePage([at(119, '119'), at(120, '120')]);
    expect(series.candles).toEqual([at(119, '119'), at(120, '120')]);
  });

  test('a quiet market goes on by pushes, however long nothing was traded', () => {
    const series = seriesOf(at(9, '9'), at(10, '9', 0));
    series.advance(120 * minuteMs);
    expect(series.takePush([at(9, '9'), at(120, '120')])).toBe(true);
    expect([series.candles.at(-2), series.candles.at(-1)]).toEqual([at(119, '9', 0), at(120, '120')]);
  });

  test('months are carried on by the calendar', () => {
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

test('whoever misses pushes and asks again where told to ends with the whole series', () => {
  const trades = fc.array(fc.record({ gap: fc.nat({ max: 3 }), heard: fc.boolean() }), { minLength: 1, maxLength: 60 });
  fc.assert(
    fc.property(trades, (steps) => {
      // The server's side: all candles with the flat ones, and what it pushes after each trade.
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
