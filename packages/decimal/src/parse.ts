import { maxUnits } from './arithmetic.ts';
import { assertPlaces } from './places.ts';

/** The reasons a text is not an amount: its form, too many decimal places, or more than 2^53 − 1 units. */
export type DecimalRefusal = 'malformed' | 'tooManyPlaces' | 'tooLarge';

export type ParsedDecimal =
  | { readonly ok: true; readonly units: number }
  | { readonly ok: false; readonly reason: DecimalRefusal };

const plainNotation = /^-?\d+(\.\d+)?$/;
const maxLength = 400;
const zero = '0'.charCodeAt(0);

/**
 * Parses plain notation (`12`, `0.50`) exactly, as a count of units of 10^−decimals. Extra trailing zeros are accepted (`1.500` with two
 * decimals is 150). A sign is malformed unless `signed` is set. Exponents, spaces, `+`, `.5` and `5.` are always malformed.
 */
export function parseDecimal(text: string, decimals: number, options: { signed?: boolean } = {}): ParsedDecimal {
  assertPlaces(decimals);
  const isNegative = text.startsWith('-');
  const isPlain = text.length <= maxLength && plainNotation.test(text);
  if (!isPlain || (isNegative && options.signed !== true)) return { ok: false, reason: 'malformed' };

  const units = unitsOf(text, isNegative ? 1 : 0, decimals);
  if (units === null) return { ok: false, reason: 'tooManyPlaces' };
  if (units > maxUnits) return { ok: false, reason: 'tooLarge' };
  return { ok: true, units: isNegative && units > 0 ? -units : units };
}

/** The units of plain notation from an index on, or null if a digit follows the last decimal. Beyond 2^53 the value is inexact, but stays beyond. */
function unitsOf(text: string, from: number, decimals: number): number | null {
  let units = 0;
  let places = -1;
  for (let at = from; at < text.length; at += 1) {
    const digit = text.charCodeAt(at) - zero;
    const isPoint = digit < 0;
    if (isPoint || places >= 0) places += 1;
    if (places > decimals && digit > 0) return null;
    if (!isPoint && places <= decimals) units = units * 10 + digit;
  }
  for (let place = Math.max(places, 0); place < decimals; place += 1) units *= 10;
  return units;
}
