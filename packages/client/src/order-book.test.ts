import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { compareDecimals, OrderBook } from './index.ts';

describe('compareDecimals', () => {
  test.each([
    ['1', '2', -1],
    ['10', '9', 1],
    ['0.10', '0.1', 0],
    ['00.5', '.5', 0],
    ['97412.50', '97412.5000000001', -1],
    ['123456789012345678.000000000000000001', '123456789012345678', 1],
  ])('%s against %s', (a, b, sign) => {
    expect(Math.sign(compareDecimals(a, b))).toBe(sign);
    expect(Math.sign(compareDecimals(b, a))).toBe(sign === 0 ? 0 : -sign);
  });
});

describe('OrderBook', () => {
  test('a snapshot is sorted, best first, and replaces the earlier book', () => {
    const book = new OrderBook();
    book.apply({ kind: 'snapshot', bids: [['1', '1']], asks: [['2', '1']], time: 1 });
    book.apply({
      kind: 'snapshot',
      bids: [
        ['9.5', '1'],
        ['10', '2'],
        ['8', '0'],
      ],
      asks: [
        ['100', '1'],
        ['11', '2'],
      ],
      time: 2,
    });
    expect(book.bids).toEqual([
      ['10', '2'],
      ['9.5', '1'],
    ]);
    expect(book.asks).toEqual([
      ['11', '2'],
      ['100', '1'],
    ]);
    expect(book.time).toBe(2);
  });

  test('diffs lead to the same book as a plain map', () => {
    const level = fc.tuple(fc.integer({ min: 1, max: 30 }), fc.integer({ min: 0, max: 3 }));
    fc.assert(
      fc.property(fc.array(fc.array(level, { maxLength: 5 }), { maxLength: 30 }), (diffs) => {
        const book = new OrderBook();
        const plain = new Map<number, string>();
        for (const diff of diffs) {
          const asks = diff.map(([price, quantity]): [string, string] => [(price / 2).toFixed(1), String(quantity)]);
          book.apply({ kind: 'diff', bids: asks, asks, time: 1 });
          for (const [price, quantity] of asks) {
            if (quantity === '0') plain.delete(Number(price));
            else plain.set(Number(price), quantity);
          }
        }
        const ascending = [...plain]
          .toSorted((a, b) => a[0] - b[0])
          .map(([price, quantity]) => [price.toFixed(1), quantity]);
        expect(book.asks).toEqual(ascending);
        expect(book.bids).toEqual(ascending.toReversed());
        expect(book.snapshot()).toMatchObject({ kind: 'snapshot', asks: ascending });
      }),
    );
  });
});
