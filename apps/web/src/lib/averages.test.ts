import { expect, test } from 'vitest';
import { averageOf, round } from './averages.ts';

test('rounds half-even what is shown and never spent', () => {
  expect(['1.995', '1.985', '-1.995', '1.9851', '2'].map((text) => round(text, 2))).toEqual([
    '2.00',
    '1.98',
    '-2.00',
    '1.99',
    '2.00',
  ]);
});

test('finds an average price, two places beyond the market’s prices', () => {
  expect(averageOf('200.000000', '3', 1)).toBe('66.667');
  expect(averageOf('97412.5', '1.00000', 1)).toBe('97412.500');
  expect(averageOf('0', '0.000', 1)).toBeNull();
});
