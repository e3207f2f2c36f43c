import { describe, expect, test } from 'vitest';
import { type Box, markHeight, placeAxisLabels, placeMarks } from './mark-places.ts';

const heightOf = (price: number): number => 500 - price;

describe('the labels of orders', () => {
  const places = (values: readonly number[], width = 800, taken: readonly Box[] = []): readonly Box[] =>
    placeMarks(
      values.map((value) => ({ value, width: 120 })),
      { heightOf, width, taken },
    );

  test('are on their lines from the left, at nearly the same price beside each other', () => {
    const [first, second, third, far] = places([100, 110, 105, 160]);
    expect(first).toMatchObject({ left: 10, top: 400 - markHeight / 2 });
    expect(second).toMatchObject({ left: 136, top: 390 - markHeight / 2 });
    expect(third).toMatchObject({ left: 262 });
    expect(far).toMatchObject({ left: 10 });
  });

  test('are in the next row where there is no room beside them', () => {
    const boxes = places([100, 100, 100], 200);
    expect(boxes.map(({ top }) => top - 389)).toEqual([0, markHeight, -markHeight]);
    expect(boxes.map(({ left }) => left)).toEqual([10, 10, 10]);
  });

  test('cover neither legends nor the mark of the highest price', () => {
    const legends = { left: 0, top: 0, width: 380, height: 76 };
    expect(places([460], 800, [legends])[0]).toMatchObject({ left: 386 });
    expect(places([440], 400, [legends])[0]?.top).toBeGreaterThanOrEqual(76);
    expect(places([300], 800, [{ left: 60, top: 190, width: 80, height: 16 }])[0]).toMatchObject({ left: 146 });
  });

  test('stay in the chart even where everything is taken', () => {
    for (const { left } of places(
      Array.from({ length: 30 }, () => 100),
      200,
    ))
      expect(left).toBe(10);
  });
});

test('prices on the axis are beside the last price and its countdown, and hidden where an earlier one is', () => {
  const labels = (values: readonly number[]) => placeAxisLabels(values, heightOf, 300);
  expect(labels([400, 205, 180])).toEqual([100, 280, 338]);
  expect(labels([180, 160, 130])).toEqual([338, null, 370]);
  expect(placeAxisLabels([205], heightOf, null)).toEqual([295]);
});
