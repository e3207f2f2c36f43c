import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { calls } from './index.ts';
import * as field from './fields.ts';

const label = 'a'.repeat(63);

const longest = `${'a'.repeat(55)}@${label}.${label}.${label}.aaaaa`;

test.each([
  `${'a'.repeat(64)}@example.com`,
  `me@${label}.com`,
  `me@${label}.${label}.org`,
  'me@a--b.com',
  'me@xn--bcher-kva.example',
  'me@xn--fiqs8s.example',
  longest,
])('%s is an address', (address) => {
  expect(z.safeParse(field.email(), address).success).toBe(true);
});

test.each([
  `${'a'.repeat(65)}@example.com`,
  `me@${label}a.com`,
  `me@mail.${label}a.org`,
  'me@mail-.example',
  'me@mail.a-.example',
  'me@xn--.example',
])('%s is none', (address) => {
  expect(z.safeParse(field.email(), address).error?.issues).toMatchObject([{ message: 'email' }]);
});

test('an address of 254 characters is too long', () => {
  expect(longest).toHaveLength(253);
  expect(z.safeParse(field.email(), `a${longest}`).error?.issues).toMatchObject([{ message: 'tooLong' }]);
});

test('a number where text is wanted is said to be one, and what is left out is blank', () => {
  const errors = (fields: unknown) =>
    z.safeParse(calls.transfer.submit.input, fields).error?.issues.map(({ path, message }) => [path[0], message]);
  const given = { requestId: 'a', coin: 'USDT', from: 'coin', to: 'fiat' };
  expect(errors({ ...given, amount: 12.5 })).toEqual([['amount', 'text']]);
  expect(errors({ ...given, amount: ['1', '2'] })).toEqual([['amount', 'text']]);
  for (const blank of [{}, { amount: null }, { amount: '' }])
    expect(errors({ ...given, ...blank })?.[0]).toEqual(['amount', 'blank']);
});

test.each([
  [field.verificationCode, ' 123 456\n', '123456'],
  [field.secondFactor, '123 456', '123456'],
  [field.secondFactor, ' ABCDE-fghi2 ', 'abcde-fghi2'],
  [field.secondFactor, 'abcde fghi2', 'abcdefghi2'],
])('a code is read as people paste it', (form, pasted, code) => {
  expect(z.safeParse(form(), pasted).data).toBe(code);
});
