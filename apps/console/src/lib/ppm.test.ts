import { expect, test } from 'vitest';
import { formatPpm } from './ppm.ts';

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
