import { expect, test } from 'vitest';
import { cumulated, takenUpTo } from './book-sums.ts';

const rows = [
  { price: '100.1', quantity: '0.300' },
  { price: '100.2', quantity: '0.100' },
];

test('sums grow from the best row', () => {
  expect(cumulated(rows, 3)).toEqual(['0.300', '0.400']);
  expect(cumulated([], 3)).toEqual([]);
});

test('an order that takes rows pays their amount, at the average price', () => {
  const places = { pricePlaces: 1, quantityPlaces: 3, quoteDecimals: 6 };
  expect(takenUpTo(rows, places)).toEqual({ quantity: '0.400', amount: '40.05', average: '100.125' });
  expect(takenUpTo(rows, { ...places, pricePlaces: 3 }).average).toBe('100.12500');
  expect(takenUpTo([], places)).toEqual({ quantity: '0.000', amount: '0.00', average: null });
});
