import { BankFileError } from './file-error.ts';

/** Currencies whose minor unit isn't a hundredth (ISO 4217). */
const otherPlaces: Readonly<Record<string, number>> = {
  BHD: 3,
  CLP: 0,
  ISK: 0,
  JOD: 3,
  JPY: 0,
  KRW: 0,
  KWD: 3,
  OMR: 3,
  PYG: 0,
  TND: 3,
  UGX: 0,
  VND: 0,
};

/** Decimal places of a currency's minor unit. */
export function minorPlaces(currency: string): number {
  return otherPlaces[currency] ?? 2;
}

interface AmountForm {
  readonly currency: string;
  /** The decimal sign of the format. */
  readonly sign: '.' | ',';
  readonly line: number;
  readonly detail: string;
}

/**
 * Reads an amount into whole minor units. Thousands separators, exponents and signs are refused: `1.000,00` is a thousand to some and one to
 * others. @throws BankFileError
 */
export function readAmount(text: string, { currency, sign, line, detail }: AmountForm): number {
  const places = minorPlaces(currency);
  const [whole = '', fraction = '', ...rest] = text.split(sign);
  const isPlain = /^\d{1,15}$/.test(whole) && /^\d*$/.test(fraction) && rest.length === 0;
  // Zeros beyond the minor unit change nothing: some banks write five places.
  const isExact = fraction.slice(places).replaceAll('0', '') === '';
  const units = Number(whole + fraction.slice(0, places).padEnd(places, '0'));
  if (!isPlain || !isExact || !Number.isSafeInteger(units))
    throw new BankFileError('amount', line, `${detail}: ${text.slice(0, 40)}`);
  return units;
}

/** Writes whole minor units as a decimal with a point. */
export function writeAmount(units: number, currency: string): string {
  const places = minorPlaces(currency);
  const digits = String(Math.abs(units)).padStart(places + 1, '0');
  const sign = units < 0 ? '-' : '';
  return places === 0 ? sign + digits : `${sign}${digits.slice(0, -places)}.${digits.slice(-places)}`;
}

/** Checks a day of the calendar, as `2026-11-26`. @throws BankFileError */
export function readDay(text: string, line: number, detail: string): string {
  const day = text.slice(0, 10);
  const time = Date.parse(`${day}T00:00:00Z`);
  const isDay =
    /^20\d\d-\d\d-\d\d$/.test(day) && !Number.isNaN(time) && new Date(time).toISOString().slice(0, 10) === day;
  if (!isDay || !/^([T ].*|[Z+-].*)?$/.test(text.slice(10)))
    throw new BankFileError('date', line, `${detail}: ${text.slice(0, 40)}`);
  return day;
}
