import { expect, test } from 'vitest';
import { shortPrice } from './short-price.ts';

test.each([
  ['90081.181964257424', '90,081.18'],
  ['3.123456', '3.1235'],
  ['3.12345', '3.1234'],
  ['3.12355', '3.1236'],
  ['99.999951', '100.00'],
  ['1', '1.00'],
  ['0.000000123456', '0.00000012'],
  [null, '--'],
])('the average price %s is shown as %s', (price, text) => {
  expect(shortPrice(price)).toBe(text);
});
