import { expect, it } from 'vitest';
import { isUnclear, readTyped } from './typed-number.ts';

it.each([
  ['97412.5', '97412.5'],
  ['97412,5', '97412.5'],
  ['0,05', '0.05'],
  ['97,412.50', '97412.50'],
  ['97.412,50', '97412.50'],
  ['1,234,567', '1234567'],
  ['1,234,567.8', '1234567.8'],
  ['1,234.', '1234'],
  ['12,', '12'],
  ['12,3450', '12.34'],
  ['0,125', '0.12'],
  ['1234,567', '1234.56'],
  ['９７，５', '97.5'],
  ['12。5', '12.5'],
  [' 1 000 ', '1000'],
  ['007', '7'],
  ['.5', '0.5'],
  ['5.', '5'],
  ['0.', '0'],
  ['', ''],
  ['1.239', '1.23'],
])('reads %j as %j', (typed, read) => {
  expect(readTyped(typed, 2)).toBe(read);
});

it.each(['12,000', '12，000', '1 2,000', '100,000', '1,234,5', '1,2,', '1,234,', '12,34,567'])(
  'takes %j for nothing: its commas can be read in two ways',
  (typed) => {
    for (const places of [0, 2, 8]) expect(readTyped(typed, places)).toBe('');
    expect(isUnclear(typed)).toBe(true);
  },
);

it.each(['', ' ', '12', '12,5', '12.000', '1,234.5', 'abc', '12。000'])('treats %j as unambiguous', (typed) => {
  expect(isUnclear(typed)).toBe(false);
});

it.each(['-1', '1e5', 'abc', '1.2.3', '1,2,3.4.5', '1,2.5', '12,.'])('refuses %j', (typed) => {
  expect(readTyped(typed, 2)).toBeNull();
});

it('drops the point if no places are allowed', () => {
  expect(readTyped('12.7', 0)).toBe('12');
});
