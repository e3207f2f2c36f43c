import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { add, compare } from '../../lib/exact.ts';
import { bookRows, groupings, type Grouping, type Levels } from './book-rows.ts';

const steps = groupings('0.1', 1);
const step = (text: string): Grouping => {
  const found = steps.find((each) => each.text === text);
  if (found === undefined) throw new Error(`no step ${text}`);
  return found;
};
const view = (over: object = {}) => ({
  grouping: step('0.1'),
  pricePlaces: 1,
  quantityPlaces: 5,
  rows: { bids: 7, asks: 7 },
  own: { bids: [], asks: [] },
  ...over,
});
const bids: Levels = [
  ['97412.5', '0.5'],
  ['97411.0', '0.25'],
  ['97409.9', '0.25'],
];
const asks: Levels = [
  ['97412.6', '1'],
  ['97413.0', '1'],
];

describe('the book as shown', () => {
  it('offers ten times the tick, and again', () => {
    expect(steps.map(({ text, places }) => [text, places])).toEqual([
      ['0.1', 1],
      ['1', 0],
      ['10', 0],
      ['100', 0],
    ]);
    expect(groupings('0.00001', 5).map(({ text }) => text)).toEqual(['0.00001', '0.0001', '0.001', '0.01']);
  });

  it('groups bids down and asks up, so that no price looks better than it is', () => {
    const sides = bookRows(bids, asks, view({ grouping: step('1') }));
    expect(sides.bids.map(({ price, quantity }) => [price, quantity])).toEqual([
      ['97412', '0.50000'],
      ['97411', '0.25000'],
      ['97409', '0.25000'],
    ]);
    expect(sides.asks.map(({ price, quantity }) => [price, quantity])).toEqual([['97413', '2.00000']]);
  });

  it('fills bars by cumulative quantity, relative to the deeper side', () => {
    const sides = bookRows(bids, asks, view());
    expect(sides.bids.map(({ depth }) => depth)).toEqual([0.25, 0.375, 0.5]);
    expect(sides.asks.map(({ depth }) => depth)).toEqual([0.5, 1]);
    expect(sides.bidPercent).toBe(33);
  });

  it('shows this many rows, and balances both sides in every layout', () => {
    const sides = bookRows(bids, asks, view({ rows: { bids: 2, asks: 0 } }));
    expect([sides.bids.length, sides.asks.length, sides.bidPercent]).toEqual([2, 0, 33]);
    expect(bookRows([], [], view()).bidPercent).toBeNull();
  });

  it('marks the rows that hold my own orders, also within a group', () => {
    const own = { bids: ['97411.3'], asks: ['97413.0'] };
    const sides = bookRows(bids, asks, view({ own }));
    expect(sides.asks.map((row) => row.own)).toEqual([false, true]);
    expect(bookRows(bids, asks, view({ own, grouping: step('1') })).bids.map((row) => row.own)).toEqual([
      false,
      true,
      false,
    ]);
  });

  it('loses no quantity by grouping', () => {
    const levels = fc
      .uniqueArray(fc.tuple(fc.integer({ min: 1, max: 99_999 }), fc.integer({ min: 1, max: 10_000_000 })), {
        selector: ([price]) => price,
      })
      .map((pairs): Levels =>
        pairs
          .toSorted(([a], [b]) => b - a)
          .map(([price, lots]) => [(price / 10).toFixed(1), (lots / 100_000).toFixed(5)]),
      );
    fc.assert(
      fc.property(levels, fc.constantFrom(...steps), (some, grouping) => {
        const sum = (rows: readonly { quantity: string }[]) =>
          rows.reduce((all, { quantity }) => add(all, quantity), '0');
        const rows = bookRows(some, [], view({ grouping, rows: { bids: 1e9, asks: 0 } })).bids;
        expect(compare(sum(rows), sum(some.map(([, quantity]) => ({ quantity }))))).toBe(0);
        expect(new Set(rows.map(({ price }) => price)).size).toBe(rows.length);
      }),
    );
  });
});
