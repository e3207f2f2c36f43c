import { expect, test } from 'vitest';
import { depthBars } from './depth-bars.ts';

const bids = { best: 'top', edge: 'right', tint: 'green' } as const;

test('a bar lies in each row, as wide as its depth, from the best price on', () => {
  expect(depthBars([0.25, 1], bids)).toEqual({
    backgroundImage: 'linear-gradient(green, green),linear-gradient(green, green)',
    backgroundPosition: 'right 0 top 1px,right 0 top 25px',
    backgroundRepeat: 'no-repeat',
    backgroundSize: '25.000% 22px,100.000% 22px',
  });
});

test('asks grow up from the middle', () => {
  const { backgroundPosition } = depthBars([0.5, 1], { best: 'bottom', edge: 'left', tint: 'red' });
  expect(backgroundPosition).toBe('left 0 bottom 1px,left 0 bottom 25px');
});

test('a change of less than a pixel leaves a bar unchanged', () => {
  expect(depthBars([0.5001], bids)).toEqual(depthBars([0.5], bids));
});

test('an empty side has no bars', () => {
  expect(depthBars([], bids).backgroundImage).toBe('');
});
