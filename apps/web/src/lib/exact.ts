/**
 * Exact arithmetic on decimal strings of any size, for display and comparison.
 * Amounts to send use a market's ticks and lots instead (see the order form).
 */
interface Exact {
  readonly digits: bigint;
  readonly places: number;
}

const form = /^(-?)(\d+)(?:\.(\d+))?$/;

export function read(text: string): Exact {
  const match = form.exec(text);
  if (match === null) throw new TypeError(`Not a plain decimal: ${text.slice(0, 40)}`);
  const [, sign = '', whole = '', fraction = ''] = match;
  const digits = BigInt(whole + fraction);
  return { digits: sign === '-' ? -digits : digits, places: fraction.length };
}

export function write({ digits, places }: Exact): string {
  const text = (digits < 0n ? -digits : digits).toString().padStart(places + 1, '0');
  const sign = digits < 0n ? '-' : '';
  return places === 0 ? sign + text : `${sign}${text.slice(0, -places)}.${text.slice(-places)}`;
}

function align(a: Exact, b: Exact): readonly [bigint, bigint, number] {
  const places = Math.max(a.places, b.places);
  return [a.digits * 10n ** BigInt(places - a.places), b.digits * 10n ** BigInt(places - b.places), places];
}

/** True for a plain decimal: digits, an optional sign and an optional point, no exponent. */
export const isDecimal = (text: string): boolean => form.test(text);

export function multiply(a: string, b: string): string {
  const [x, y] = [read(a), read(b)];
  return write({ digits: x.digits * y.digits, places: x.places + y.places });
}

export function add(a: string, b: string): string {
  const [x, y, places] = align(read(a), read(b));
  return write({ digits: x + y, places });
}

export function subtract(a: string, b: string): string {
  const [x, y, places] = align(read(a), read(b));
  return write({ digits: x - y, places });
}

/** Negative if a < b, zero if they are equal, positive if a > b. */
export function compare(a: string, b: string): number {
  const [x, y] = align(read(a), read(b));
  return x < y ? -1 : x > y ? 1 : 0;
}

/** The sign: -1, 0 or 1. */
export function signOf(text: string): number {
  const { digits } = read(text);
  return digits < 0n ? -1 : digits > 0n ? 1 : 0;
}

/** The number with exactly this many places: cut towards zero, never rounded up, padded with zeros. */
export function cut(text: string, places: number): string {
  const { digits, places: had } = read(text);
  return write({
    digits: had > places ? digits / 10n ** BigInt(had - places) : digits * 10n ** BigInt(places - had),
    places,
  });
}

/** Removes trailing zeros, but keeps this many places. */
export function trimZeros(text: string, minPlaces = 0): string {
  const { digits, places } = read(text);
  let [rest, left] = [digits, places];
  while (left > minPlaces && rest % 10n === 0n) {
    rest /= 10n;
    left -= 1;
  }
  return left < minPlaces ? cut(text, minPlaces) : write({ digits: rest, places: left });
}

/** Parts per 1000 of the whole, rounded down; 0 if the whole is zero. */
export function perMille(part: string, whole: string): number {
  const [x, y] = align(read(part), read(whole));
  return y === 0n ? 0 : Number((x * 1000n) / y);
}
