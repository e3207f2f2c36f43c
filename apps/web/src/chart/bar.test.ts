import type { Candle } from '@fft/contract';
import { expect, test } from 'vitest';
import { barsSince, toBar } from './bar.ts';

const candle = (time: number, close: string): Candle => [time, '10.5', '12', '9.25', close, '1.5', '15.75', 3];
const candles = [candle(0, '10'), candle(60, '11'), candle(120, '12')];

test('a bar holds the candle’s figures', () => {
  expect(toBar(candle(60, '11'))).toEqual({
    timestamp: 60,
    open: 10.5,
    high: 12,
    low: 9.25,
    close: 11,
    volume: 1.5,
    turnover: 15.75,
  });
});

test('what is shown last comes again as it stands now, then what is newer', () => {
  expect(barsSince(candles, 60)?.map(({ timestamp }) => timestamp)).toEqual([60, 120]);
  expect(barsSince(candles, 120)?.map(({ close }) => close)).toEqual([12]);
});

test.each([[30], [180], [-60]])('a chart that ends at %i, where there is no candle, has to begin anew', (shown) => {
  expect(barsSince(candles, shown)).toBeNull();
  expect(barsSince([], shown)).toBeNull();
});
