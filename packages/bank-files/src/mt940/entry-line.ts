import { readAmount, readDay } from '../amounts.ts';
import { BankFileError } from '../file-error.ts';
import type { Field } from './fields.ts';

/** What the bank itself says of an entry, in `:61:`. */
export interface EntryLine {
  readonly direction: 'in' | 'out';
  readonly amount: number;
  readonly booked: string;
  /** The bank takes an entry back, or books a returned item. */
  readonly isReturn: boolean;
  /** What the sender called the payment; at most 16 characters of it. */
  readonly endToEnd: string | null;
  /** The bank's own reference. */
  readonly reference: string | null;
  /** The second line. */
  readonly supplement: string;
}

/** Value date, booking date, mark, third letter of the currency, amount, type, the customer's reference, the bank's reference. */
const form = /^(\d{6})(\d{4})?(R?[CD])([A-Z])?([\d.,]+)([NFS][A-Z0-9]{3})(.*)$/;

/** Banks write these where the reference stands in `:86:` instead. */
const noReference = new Set(['', 'NONREF', 'NONE', 'NOTPROVIDED', 'EREF', 'PREF', 'MARF', 'KREF', 'CREF', 'IREF']);

/** SWIFT's code of a returned item. */
const returnedItem = 'RTI';

/** @throws BankFileError */
export function readEntryLine({ lines, line }: Field, currency: string): EntryLine {
  const found = form.exec((lines[0] ?? '').trimEnd());
  if (!found) throw new BankFileError('malformed', line, ':61:');
  const [, value = '', booking, mark = '', , amount = '', type = '', references = ''] = found;
  // No reference has two slashes, so the last pair begins the bank's own.
  const cut = references.lastIndexOf('//');
  const [own, banks] = cut < 0 ? [references, ''] : [references.slice(0, cut), references.slice(cut + 2)];
  return {
    // RC takes a credit back, RD a debit.
    direction: mark === 'C' || mark === 'RD' ? 'in' : 'out',
    amount: readAmount(amount, { currency, sign: ',', line, detail: ':61:' }),
    booked: bookedOn(value, booking, line),
    isReturn: mark.startsWith('R') || type.slice(1) === returnedItem,
    endToEnd: noReference.has(own.trim()) ? null : own.trim(),
    reference: banks.trim() === '' ? null : banks.trim(),
    supplement: lines.slice(1).join(' ').trim(),
  };
}

/** The booking date has no year: it is the one next to the value date. */
function bookedOn(value: string, booking: string | undefined, line: number): string {
  const valued = dayOf(value, line, '61');
  if (booking === undefined) return valued;
  const years = [0, -1, 1].map((shift) => Number(valued.slice(0, 4)) + shift);
  const days = years.map((year) => `${year}-${booking.slice(0, 2)}-${booking.slice(2)}`);
  const distance = (day: string): number =>
    Math.abs(Date.parse(`${day}T00:00:00Z`) - Date.parse(`${valued}T00:00:00Z`));
  // February 29 is a day in one of the years at most.
  const known = days.filter((day) => !Number.isNaN(distance(day)));
  const nearest = known.reduce((best, day) => (distance(day) < distance(best) ? day : best), known[0] ?? '');
  return readDay(nearest, line, ':61:');
}

/** A day written as six digits. @throws BankFileError */
export function dayOf(date: string, line: number, tag: string): string {
  return readDay(`20${date.slice(0, 2)}-${date.slice(2, 4)}-${date.slice(4, 6)}`, line, `:${tag}:`);
}
