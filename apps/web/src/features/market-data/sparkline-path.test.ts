import { expect, it } from 'vitest';
import { sparklinePath } from './sparkline-path.ts';

it('runs from corner to corner of its box', () => {
  expect(sparklinePath(['1', '2', '3'], 40, 20)).toEqual({
    line: 'M0 20L20 10L40 0',
    area: 'M0 20L20 10L40 0L40 20L0 20Z',
  });
});

it('draws a flat line through the middle', () => {
  expect(sparklinePath(['5', '5'], 40, 20)?.line).toBe('M0 10L40 10');
});

it('draws nothing of fewer than two closes', () => {
  expect(sparklinePath([], 40, 20)).toBeNull();
  expect(sparklinePath(['1'], 40, 20)).toBeNull();
});
