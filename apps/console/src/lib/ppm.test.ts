import { expect, test } from 'vitest';
import { formatPpm, isPercent, percentOf, ppmOf, withPpm } from './ppm.ts';

test.each([
  [0, '0.00%'],
  [800, '0.08%'],
  [1000, '0.10%'],
  [1, '0.0001%'],
  [1250, '0.125%'],
  [200_000, '20.00%'],
])('%i ppm is %s', (ppm, share) => {
  expect(formatPpm(ppm)).toBe(share);
});

test.each([
  ['0.08', '800'],
  ['0.1', '1000'],
  ['20', '200000'],
  ['0', '0'],
  ['0.0001', '1'],
  ['00.10', '1000'],
  ['0,1', '1000'],
  ['.5', '5000'],
  ['5.', '50000'],
  ['0.10000', '1000'],
])('%s per cent are %s ppm', (percent, ppm) => {
  expect(ppmOf(percent)).toBe(ppm);
});

test.each(['', ' ', '.', '-1', '0.00001', '0.1%', 'free', '1e2'])(
  '“%s” is left for the server to refuse',
  (percent) => {
    expect(ppmOf(percent)).toBe(percent);
  },
);

test('a form edits what the server stores', () => {
  for (const ppm of [0, 1, 800, 1_250, 50_000, 1_000_000]) expect(ppmOf(percentOf(ppm))).toBe(String(ppm));
  expect(withPpm({ makerPpm: '0.08', symbol: 'BTC/USDT', maxFills: '5' })).toEqual({
    makerPpm: '800',
    symbol: 'BTC/USDT',
    maxFills: '5',
  });
});

test.each([
  ['0', true],
  ['0.0001', true],
  ['100', true],
  ['100.0001', false],
  ['5000', false],
  ['0.00001', false],
  ['-1', false],
  ['', false],
])('%j is a percentage: %s', (typed, isRight) => {
  expect(isPercent(typed)).toBe(isRight);
});
