import type { Candle } from '@fft/contract';
import { expect, test } from 'vitest';
import { barsSince, mendBars, toBar } from './bar.ts';

const candle = (time: number, close: string): Candle => [time, '10.5', '12', '9.25', close, '1.5', '15.75', 3];
const candles = [candle(0, '10'), candle(60, '11'), candle(120, '12')];

test('a bar holds the candle’s figures', () => {
  const known = candle(60, '11');
  expect(toBar(known)).toEqual({
    timestamp: 60,
    open: 10.5,
    high: 12,
    low: 9.25,
    close: 11,
    volume: 1.5,
    turnover: 15.75,
    candle: known,
  });
});

test('an update returns the last shown bar in its current state, then the newer ones', () => {
  expect(barsSince(candles, 60)?.map(({ timestamp }) => timestamp)).toEqual([60, 120]);
  expect(barsSince(candles, 120)?.map(({ close }) => close)).toEqual([12]);
});

test.each([[30], [180], [-60]])('a chart that ends at %i, where there is no candle, has to begin again', (shown) => {
  expect(barsSince(candles, shown)).toBeNull();
  expect(barsSince([], shown)).toBeNull();
});

test('a candle that changed after the next one began is redrawn, and unchanged candles are left alone', () => {
  const bars = candles.map(toBar);
  const before = [...bars];
  mendBars(bars, [candle(-60, '9'), ...candles.slice(0, 1), candle(60, '11.5'), ...candles.slice(2)]);
  expect(bars.map(({ close }) => close)).toEqual([10, 11.5, 12]);
  expect(bars.every((bar, place) => bar === before[place])).toBe(true);
});

test('bars without a candle stay as they are', () => {
  const bars = candles.map(toBar);
  mendBars(bars, [candle(120, '13'), candle(180, '14')]);
  expect(bars.map(({ close }) => close)).toEqual([10, 11, 13]);
  mendBars([], candles);
  mendBars(bars, []);
  expect(bars.map(({ close }) => close)).toEqual([10, 11, 13]);
});
