import { expect, it } from 'vitest';
import { readTyped } from './typed-number.ts';

it.each([
  ['97412.5', '97412.5'],
  ['97412,5', '97412.5'],
  ['0,05', '0.05'],
  ['97,412.50', '97412.50'],
  ['97.412,50', '97412.50'],
  ['1,234,567', '1234567'],
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

it.each(['-1', '1e5', 'abc', '1.2.3', '1,2,3.4.5'])('refuses %j', (typed) => {
  expect(readTyped(typed, 2)).toBeNull();
});

it('leaves no point where no places are allowed', () => {
  expect(readTyped('12.7', 0)).toBe('12');
});
