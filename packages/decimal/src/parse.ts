import { unitsMax } from './arithmetic.ts';
import { assertPlaces, placesMax } from './places.ts';

/** Why a text is not an amount: its form, more places than the unit has, or more than 2^53 − 1 units. */
export type DecimalRefusal = 'malformed' | 'tooManyPlaces' | 'tooLarge';

export type ParsedDecimal =
  | { readonly ok: true; readonly units: number }
  | { readonly ok: false; readonly reason: DecimalRefusal };

const plainNotation = /^(-?)(\d+)(?:\.(\d+))?$/;
const digitsMax = 400;

/**
 * Reads plain notation (`12`, `0.50`) as a count of units of 10^−decimals, exactly. Zeros behind the last place that counts are no
 * refusal (`1.500` with two decimals is 150). A sign is malformed unless `signed` is set; an exponent, spaces, `+`, `.5` and `5.` always are.
 */
export function parseDecimal(text: string, decimals: number, options: { signed?: boolean } = {}): ParsedDecimal {
  assertPlaces(decimals);
  const parts = text.length > digitsMax ? null : plainNotation.exec(text);
  if (parts === null) return { ok: false, reason: 'malformed' };
  const [, sign = '', whole = '', places = ''] = parts;
  if (sign !== '' && options.signed !== true) return { ok: false, reason: 'malformed' };

  const counting = places.replace(/0+$/, '');
  if (counting.length > decimals) return { ok: false, reason: 'tooManyPlaces' };
  const digits = (whole + counting.padEnd(decimals, '0')).replace(/^0+/, '');
  if (digits.length > placesMax) return { ok: false, reason: 'tooLarge' };
  const units = Number(digits);
  if (units > unitsMax) return { ok: false, reason: 'tooLarge' };
  return { ok: true, units: sign === '' || units === 0 ? units : -units };
}
