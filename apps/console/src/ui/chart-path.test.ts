import { expect, test } from 'vitest';
import { chartPath, roundUp } from './chart-path.ts';

const box = { width: 100, height: 50 };

test('the oldest point is on the left, zero at the bottom and a round number at the top', () => {
  const path = chartPath(
    [
      { time: 1000, value: 0 },
      { time: 2000, value: 8 },
      { time: 5000, value: 4 },
    ],
    box,
  );
  expect(path).toMatchObject({ low: 0, high: 10 });
  expect(path?.spots).toEqual([
    { x: 0, y: 50 },
    { x: 25, y: 10 },
    { x: 100, y: 30 },
  ]);
  expect(path?.area).toBe(`${path?.line}L100 50L0 50Z`);
});

test('values far from zero use a box around their range', () => {
  const path = chartPath(
    [
      { time: 0, value: 1000 },
      { time: 1, value: 1010 },
    ],
    box,
  );
  expect(path).toMatchObject({ low: 990, high: 1020 });
});

test('a constant value is a line inside the box', () => {
  for (const value of [0, 7]) {
    const path = chartPath(
      [
        { time: 0, value },
        { time: 1, value },
      ],
      box,
    );
    for (const { y } of path?.spots ?? []) expect(y >= 0 && y <= 50).toBe(true);
    expect(path?.spots).toHaveLength(2);
  }
});

test('one point, or two at the same time, draw no line', () => {
  expect(chartPath([{ time: 0, value: 1 }], box)).toBeNull();
  const twice = { time: 0, value: 1 };
  expect(chartPath([twice, twice], box)).toBeNull();
});

test.each([
  [0, 1],
  [1, 1],
  [1.2, 2],
  [23, 25],
  [26, 50],
  [0.03, 0.05],
  [999, 1000],
])('%s rounds up to %s', (value, up) => {
  expect(roundUp(value)).toBeCloseTo(up, 10);
});
