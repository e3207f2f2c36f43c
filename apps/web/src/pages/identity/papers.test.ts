import { expect, test } from 'vitest';
import { coverNumber, isIdType } from './papers.ts';

test.each([
  ['2123456791', '2•••••••91'],
  ['12345', '1••45'],
  ['1234', '••••'],
  ['', ''],
])('the number %s is shown as %s', (number, shown) => {
  expect(coverNumber(number)).toBe(shown);
});

test('the three types of papers are recognised and nothing else', () => {
  expect(['identity', 'passport', 'licence', 'other', ''].filter(isIdType)).toEqual([
    'identity',
    'passport',
    'licence',
  ]);
});
