import { describe, expect, it } from 'vitest';
import { floorLots, walkBook } from './walk-book.ts';

const asks = [
  { ticks: 10, lots: 5 },
  { ticks: 11, lots: 5 },
];

describe('walking the book', () => {
  it('takes lots from several levels, each at its own price', () => {
    expect(walkBook(asks, { lots: 7 }, 1)).toEqual({ lots: 7, notional: 72n, exhausted: false });
    expect(walkBook(asks, { lots: 10 }, 1)).toEqual({ lots: 10, notional: 105n, exhausted: false });
  });

  it('spends no more than the amount, in whole lots', () => {
    expect(walkBook(asks, { units: 60n }, 1)).toEqual({ lots: 5, notional: 50n, exhausted: false });
    expect(walkBook(asks, { units: 61n }, 1)).toEqual({ lots: 6, notional: 61n, exhausted: false });
    expect(walkBook(asks, { units: 9n }, 1)).toEqual({ lots: 0, notional: 0n, exhausted: false });
  });

  it('reports that the book ran out first', () => {
    expect(walkBook(asks, { lots: 11 }, 1)).toEqual({ lots: 10, notional: 105n, exhausted: true });
    expect(walkBook([], { units: 5n }, 1)).toEqual({ lots: 0, notional: 0n, exhausted: true });
  });

  it('keeps lots within the exact range', () => {
    expect(floorLots(10n ** 30n, 1n)).toBe(Number.MAX_SAFE_INTEGER);
    expect(floorLots(5n, 0n)).toBe(0);
  });
});
