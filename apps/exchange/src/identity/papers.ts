import type { FieldError } from '@fft/contract';

export interface Papers {
  readonly nationality: string;
  readonly name: string;
  readonly idType: 'identity' | 'passport' | 'licence';
  readonly idNumber: string;
}

const countries = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' });

/** Checks documents beyond the form of their fields: the country must exist, and a Chinese number must have a valid check digit. */
export function paperErrors({ nationality, idType, idNumber }: Papers): Record<string, FieldError> {
  // ZZ is the list's code for an unknown country.
  if (nationality === 'ZZ' || countries.of(nationality) === undefined) return { nationality: 'country' };
  if (nationality === 'CN' && idType === 'identity' && !isChineseNumber(idNumber)) return { idNumber: 'idNumber' };
  return {};
}

const chineseForm = /^\d{6}(?<year>\d{4})(?<month>\d{2})(?<day>\d{2})\d{3}[\dX]$/;
const weights = [7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2];
const checkDigits = '10X98765432';

/** GB 11643: place, date of birth, serial number and a check digit (ISO 7064, mod 11-2). */
export function isChineseNumber(text: string): boolean {
  const form = chineseForm.exec(text)?.groups;
  if (form === undefined) return false;
  const date = `${form['year']}-${form['month']}-${form['day']}`;
  if (new Date(`${date}T00:00:00Z`).toJSON()?.slice(0, 10) !== date) return false;
  const sum = weights.reduce((total, weight, index) => total + weight * Number(text[index]), 0);
  return text.at(-1) === checkDigits[sum % 11];
}

/** `王小明` → `王**`, `王伟` → `王*`, `Anna Novak` → `A***`: enough to recognise one's own. */
export function maskName(name: string): string {
  const [first = '', ...others] = name;
  if (!/\p{Script=Han}/u.test(first)) return `${first}***`;
  // A Chinese name of two characters isn't shown as one of three; longer ones don't tell their length.
  return `${first}${others.length === 1 ? '*' : '**'}`;
}

/** `110105194912310021` → `1***21`. */
export function maskNumber(number: string): string {
  return `${number.slice(0, 1)}***${number.slice(-2)}`;
}
