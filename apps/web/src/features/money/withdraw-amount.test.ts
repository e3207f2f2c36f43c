import { expect, test } from 'vitest';
import { amountProblem, arrivesOf, dayLeft, maxAmountOf } from './withdraw-amount.ts';

const limits = { usable: '1000.500000', min: '5', max: '5000', dayLeft: '2000.000000' };

test.each([
  ['', 'blank'],
  ['0', 'positive'],
  ['0.000', 'positive'],
  ['4.999999', 'tooSmall'],
  ['5', null],
  ['1000.5', null],
  ['1000.500001', 'usable'],
  // Above all three bounds, the smallest is the one that binds.
  ['5000.000001', 'usable'],
])('%s is %s', (amount, problem) => {
  expect(amountProblem(amount, limits)).toBe(problem);
});

test.each([
  [{ usable: '9000' }, 'dayLeft', '2000'],
  [{ usable: '9000', dayLeft: '7000' }, 'max', '5000'],
  [{ usable: '9000', dayLeft: null }, 'max', '5000'],
  [{ usable: '0' }, 'usable', '0'],
])('with %j, %s binds, and the most is %s', (other, bound, most) => {
  const all = { ...limits, ...other };
  expect(amountProblem('999999', all)).toBe(bound);
  expect(maxAmountOf(all, 6)).toBe(most);
});

test('the most has no more places than the network takes', () => {
  expect(maxAmountOf({ ...limits, usable: '0.12345678' }, 6)).toBe('0.123456');
});

test.each([
  ['2501', '1.00', '2500.00'],
  ['0.3', '0.1', '0.2'],
  ['1', '1', null],
  ['0.5', '1', null],
  ['', '1', null],
])('of %s with a fee of %s arrive %s', (amount, fee, arrives) => {
  expect(arrivesOf(amount, fee)).toBe(arrives);
});

test('the rest of the daily limit is never below zero', () => {
  expect(dayLeft('2000.000000', '300.5')).toBe('1699.500000');
  expect(Number(dayLeft('2000', '2000.000001'))).toBe(0);
});
