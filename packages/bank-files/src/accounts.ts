import { electronicFormatIBAN, isValidBIC, isValidIBAN } from 'ibantools';

/** The kinds of bank accounts: by IBAN; a Chinese bank card with its bank's CNAPS code; a US account with its routing number. */
export const accountKinds = ['iban', 'cn', 'us'] as const;
export type AccountKind = (typeof accountKinds)[number];

/** A bank account as people enter it. */
export interface AccountNumber {
  readonly kind: AccountKind;
  readonly number: string;
  /** BIC (optional), CNAPS code, or routing number. */
  readonly bank: string;
}

/** The field that is wrong. */
export type AccountProblem = 'number' | 'bank';

/** Checks an account's numbers and brings them to their canonical form: capitals, no spaces. Returns the wrong field otherwise. */
export function checkAccountNumber({ kind, number, bank }: AccountNumber): AccountNumber | AccountProblem {
  const [plain, code] = [number, bank].map((text) => text.toUpperCase().replaceAll(/[\s-]/g, '')) as [string, string];
  if (kind === 'iban') {
    const iban = electronicFormatIBAN(plain) ?? '';
    if (!isValidIBAN(iban)) return 'number';
    return code === '' || isValidBIC(code) ? { kind, number: iban, bank: code } : 'bank';
  }
  if (kind === 'cn') {
    if (!/^\d{16,19}$/.test(plain) || !isLuhn(plain)) return 'number';
    return /^\d{12}$/.test(code) ? { kind, number: plain, bank: code } : 'bank';
  }
  if (!/^\d{4,17}$/.test(plain)) return 'number';
  return isRoutingNumber(code) ? { kind, number: plain, bank: code } : 'bank';
}

/** Luhn's sum of bank cards: every second digit from the right counts twice, its digits added. */
export function isLuhn(digits: string): boolean {
  const sum = Array.from(digits)
    .toReversed()
    .reduce((total, char, index) => {
      const doubled = Number(char) * (index % 2 === 1 ? 2 : 1);
      return total + (doubled > 9 ? doubled - 9 : doubled);
    }, 0);
  return digits !== '' && sum % 10 === 0;
}

/** The check of the American Bankers Association: weights 3, 7, 1; the first two digits name a Federal Reserve district or a special use. */
export function isRoutingNumber(text: string): boolean {
  if (!/^\d{9}$/.test(text)) return false;
  const district = Number(text.slice(0, 2));
  const isKnown =
    district <= 12 || (district >= 21 && district <= 32) || (district >= 61 && district <= 72) || district === 80;
  const sum = Array.from(text).reduce((total, char, index) => total + Number(char) * ([3, 7, 1][index % 3] ?? 0), 0);
  return isKnown && text !== '000000000' && sum % 10 === 0;
}
