import { describe, expect, test } from 'vitest';
import { textsOf } from './mark-words.ts';
import { type Box, markHeight, placeAxisLabels, placeMarks } from './mark-places.ts';

const heightOf = (price: number): number => 500 - price;

const boxOf = (left: number, top: number, width: number, height: number): Box => ({ left, top, width, height });
const none = boxOf(0, 0, 0, 0);

describe('the labels of orders', () => {
  interface Around {
    readonly width?: number;
    readonly widths?: readonly number[];
    readonly legends?: { readonly pointed: Box; readonly always: Box };
    readonly extremes?: readonly Box[];
  }
  const places = (
    values: readonly number[],
    { width = 800, widths = [120], legends = { pointed: none, always: none }, extremes = [] }: Around = {},
  ) =>
    placeMarks(
      values.map((value) => ({ value, widths })),
      { heightOf, width, height: 500, legends, extremes },
    );

  test('are on their lines from the left, at nearly the same price beside each other', () => {
    const [first, second, third, far] = places([100, 110, 105, 160]);
    expect(first).toMatchObject({ left: 10, top: 400 - markHeight / 2 });
    expect(second).toMatchObject({ left: 136, top: 390 - markHeight / 2 });
    expect(third).toMatchObject({ left: 262 });
    expect(far).toMatchObject({ left: 10 });
  });

  test('are in the next row where there is no room beside them', () => {
    const boxes = places([100, 100, 100], { width: 200 });
    expect(boxes.map(({ top }) => top - 389)).toEqual([0, markHeight, -markHeight]);
    expect(boxes.map(({ left }) => left)).toEqual([10, 10, 10]);
  });

  test('cover neither legends nor the mark of the highest price', () => {
    const legends = { pointed: boxOf(0, 0, 380, 76), always: none };
    expect(places([460], { legends })[0]).toMatchObject({ left: 386 });
    expect(places([440], { width: 400, legends })[0]?.top).toBeGreaterThanOrEqual(76);
    expect(places([300], { extremes: [boxOf(60, 190, 80, 16)] })[0]).toMatchObject({ left: 146 });
  });

  test('are right below a price’s mark where there is no room beside it', () => {
    expect(places([300], { width: 200, extremes: [boxOf(60, 190, 120, 16)] })[0]).toMatchObject({ left: 10, top: 206 });
  });

  test('are shortened in a chart where the whole has no room, and stay inside it', () => {
    expect(places([300], { width: 129, widths: [190, 114, 65] })[0]).toMatchObject({ text: 1, width: 114 });
    for (const { top } of places([1, 1, 1], { width: 200 })) expect(top + markHeight).toBeLessThanOrEqual(500);
    expect(places([300], { widths: [190, 114, 65] })[0]).toMatchObject({ text: 0 });
  });

  test('cover the legends of a candle that is pointed at before they are shortened, and other legends before prices', () => {
    const legends = { pointed: boxOf(0, 0, 380, 500), always: boxOf(0, 0, 380, 76) };
    expect(places([300], { width: 200, widths: [120, 65], legends })[0]).toMatchObject({ text: 0, top: 189 });
    const all = { pointed: boxOf(0, 0, 380, 500), always: boxOf(0, 0, 380, 500) };
    const [label] = places([300], { width: 200, legends: all, extremes: [boxOf(60, 190, 120, 16)] });
    expect(label).toMatchObject({ top: 206 });
  });

  test('cover each other before they cover a price', () => {
    const extremes = [boxOf(60, 190, 120, 16)];
    const many = places(
      Array.from({ length: 30 }, () => 300),
      { width: 200, extremes },
    );
    for (const { left, top } of many) {
      expect(left).toBe(10);
      expect(top + markHeight <= 190 || top >= 206).toBe(true);
    }
  });

  test('of prices out of sight stay out of sight', () => {
    expect(places([800])[0]).toMatchObject({ top: -300 - markHeight / 2 });
  });
});

test.each([
  ['Sell 0.01 · 0% filled', ['Sell 0.01 · 0% filled', 'Sell 0.01', 'Sell']],
  ['OCO · Stop: Sell 0.01 → 89,000.0', ['OCO · Stop: Sell 0.01 → 89,000.0', 'OCO · Stop: Sell 0.01', 'OCO']],
  ['止损：卖出 0.01 → 市价', ['止损：卖出 0.01 → 市价', '止损：卖出 0.01', '止损：卖出', '止损']],
])('the label “%s” is shortened by whole words', (text, texts) => {
  expect(textsOf(text)).toEqual(texts);
});

test('prices on the axis are beside the last price and its countdown, and hidden where an earlier one is', () => {
  const labels = (values: readonly number[]) => placeAxisLabels(values, heightOf, 300);
  expect(labels([400, 205, 180])).toEqual([100, 280, 338]);
  expect(labels([180, 160, 130])).toEqual([338, null, 370]);
  expect(placeAxisLabels([205], heightOf, null)).toEqual([295]);
});
