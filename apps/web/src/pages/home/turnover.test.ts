import { expect, test } from 'vitest';
import { turnoverInUsdt } from './turnover.ts';

test('turnover is volume times the value of one coin, exact to the last digit', () => {
  expect(turnoverInUsdt({ volume: '1000.5', value: '3000.1' })).toBe('3001600.05');
});

test('turnover is unknown if no price leads to USDT', () => {
  expect(turnoverInUsdt({ volume: '1', value: null })).toBeNull();
});
