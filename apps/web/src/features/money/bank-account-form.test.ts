import { expect, test } from 'vitest';
import { accountKindsOf, type BankAccountKind, isAccountNumber, isBankCode } from './bank-account-form.ts';

test.each<readonly [kind: BankAccountKind, number: string, isRight: boolean]>([
  ['iban', 'DE89 3704 0044 0532 0130 00', true],
  ['iban', 'gb82west12345698765432', true],
  ['iban', 'DE89 3704 0044 0532 0130 01', false],
  ['iban', 'DE98 3704 0044 0532 0130 00', false],
  ['iban', '89370400440532013000', false],
  ['cn', '6222 0212 3456 7890 128', true],
  ['cn', '4111 1111 1111 1111', true],
  ['cn', '4111 1111 1111 1112', false],
  ['cn', '4111 1111 1111', false],
  ['us', '000123456789', true],
  ['us', '123', false],
  ['us', '12345678901234567890', false],
])('%s %s', (kind, number, isRight) => {
  expect(isAccountNumber(kind, number)).toBe(isRight);
});

test.each<readonly [kind: BankAccountKind, code: string, isRight: boolean]>([
  ['iban', '', true],
  ['iban', 'COBADEFFXXX', true],
  ['iban', 'cobadeff', true],
  ['iban', 'COBADEF', false],
  ['cn', '102100099996', true],
  ['cn', '', false],
  ['us', '021000021', true],
  ['us', '021000022', false],
  ['us', '', false],
])('the bank’s code of %s: %s', (kind, code, isRight) => {
  expect(isBankCode(kind, code)).toBe(isRight);
});

test('each currency has its kinds of accounts, the usual one first', () => {
  expect(['CNY', 'USD', 'EUR'].map(accountKindsOf)).toEqual([['cn', 'iban'], ['us', 'iban'], ['iban']]);
});
