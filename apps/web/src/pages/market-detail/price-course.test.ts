import type { Candle } from '@fft/contract';
import { expect, test } from 'vitest';
import { course } from './price-course.ts';

const candle = (open: string, high: string, low: string, close: string): Candle => [
  0,
  open,
  high,
  low,
  close,
  '1',
  '1',
  1,
];

test('the line runs from the first open through every close, with the extremes of all candles', () => {
  expect(course([candle('10', '12', '9', '11'), candle('11', '11.5', '8.75', '9.9')])).toEqual({
    closes: ['10', '11', '9.9'],
    high: '12',
    low: '8.75',
    direction: 'down',
  });
});

test('prices are compared as numbers, not as text', () => {
  expect(course([candle('9', '9', '9', '9'), candle('9', '10', '9', '10')])).toMatchObject({
    high: '10',
    low: '9',
    direction: 'up',
  });
});

test('no candles make no line', () => {
  expect(course([])).toBeNull();
});
