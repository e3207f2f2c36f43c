import type { SavedBankAccount } from '@fft/contract';

export type BankAccountKind = SavedBankAccount['kind'];

/** The kinds of accounts in a currency; the usual one first. */
export function accountKindsOf(coin: string): readonly [BankAccountKind, ...BankAccountKind[]] {
  if (coin === 'CNY') return ['cn', 'iban'];
  return coin === 'USD' ? ['us', 'iban'] : ['iban'];
}

const plain = (text: string): string => text.toUpperCase().replaceAll(/[\s-]/g, '');

/** True if the number could belong to such an account. A first check while typing: the server also knows each country's form. */
export function isAccountNumber(kind: BankAccountKind, text: string): boolean {
  const number = plain(text);
  if (kind === 'iban') return isIban(number);
  return kind === 'cn' ? /^\d{16,19}$/.test(number) && isLuhn(number) : /^\d{4,17}$/.test(number);
}

/** True if the text could be the bank's code; only a BIC may be left out. */
export function isBankCode(kind: BankAccountKind, text: string): boolean {
  const code = plain(text);
  if (kind === 'iban') return code === '' || /^[A-Z]{6}[A-Z0-9]{2}([A-Z0-9]{3})?$/.test(code);
  return kind === 'cn' ? /^\d{12}$/.test(code) : /^\d{9}$/.test(code) && sumOf(code, [3, 7, 1]) % 10 === 0;
}

/** The check of ISO 13616: letters count from 10, the first four characters move to the end, and the remainder by 97 is 1. */
function isIban(number: string): boolean {
  if (!/^[A-Z]{2}\d{2}[A-Z0-9]{11,30}$/.test(number)) return false;
  const digits = Array.from(number.slice(4) + number.slice(0, 4), (char) => Number.parseInt(char, 36)).join('');
  return BigInt(digits) % 97n === 1n;
}

const sumOf = (digits: string, weights: readonly number[]): number =>
  Array.from(digits).reduce((sum, digit, at) => sum + Number(digit) * (weights[at % weights.length] ?? 0), 0);

/** The check of bank cards: every second digit from the right counts twice, its digits added. */
function isLuhn(digits: string): boolean {
  const counted = Array.from(digits)
    .toReversed()
    .map((digit, at) => (at % 2 === 1 ? (Number(digit) * 2) % 9 || Number(digit) : Number(digit)));
  return counted.reduce((sum, digit) => sum + digit, 0) % 10 === 0;
}
