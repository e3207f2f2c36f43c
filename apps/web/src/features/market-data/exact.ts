/**
 * Exact arithmetic on decimal strings of any size and number of places, for what is shown or compared.
 * Money that is sent goes through a market's own ticks and lots instead (see the order form).
 */
interface Exact {
  readonly digits: bigint;
  readonly places: number;
}

const form = /^(-?)(\d+)(?:\.(\d+))?$/;

function read(text: string): Exact {
  const match = form.exec(text);
  if (match === null) throw new TypeError(`Not a plain decimal: ${text.slice(0, 40)}`);
  const [, sign = '', whole = '', fraction = ''] = match;
  const digits = BigInt(whole + fraction);
  return { digits: sign === '-' ? -digits : digits, places: fraction.length };
}

function write({ digits, places }: Exact): string {
  const text = (digits < 0n ? -digits : digits).toString().padStart(places + 1, '0');
  const sign = digits < 0n ? '-' : '';
  return places === 0 ? sign + text : `${sign}${text.slice(0, -places)}.${text.slice(-places)}`;
}

function align(a: Exact, b: Exact): readonly [bigint, bigint, number] {
  const places = Math.max(a.places, b.places);
  return [a.digits * 10n ** BigInt(places - a.places), b.digits * 10n ** BigInt(places - b.places), places];
}

/** Whether the text is a plain decimal: digits, perhaps a sign before and a point within, no exponent. */
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

/** Below zero when a < b, zero when they are worth the same, above zero when a > b. */
export function compare(a: string, b: string): number {
  const [x, y] = align(read(a), read(b));
  return x < y ? -1 : x > y ? 1 : 0;
}

/** -1, 0 or 1. */
export function signOf(text: string): number {
  const { digits } = read(text);
  return digits < 0n ? -1 : digits > 0n ? 1 : 0;
}

/** The same number with exactly so many places: cut towards zero, never rounded up, filled with zeros. */
export function cut(text: string, places: number): string {
  const { digits, places: had } = read(text);
  return write({
    digits: had > places ? digits / 10n ** BigInt(had - places) : digits * 10n ** BigInt(places - had),
    places,
  });
}

/** Takes trailing zeros away, but leaves so many places. */
export function trimZeros(text: string, leastPlaces = 0): string {
  const { digits, places } = read(text);
  let [rest, left] = [digits, places];
  while (left > leastPlaces && rest % 10n === 0n) {
    rest /= 10n;
    left -= 1;
  }
  return left < leastPlaces ? cut(text, leastPlaces) : write({ digits: rest, places: left });
}

/** Parts per 1000 of the whole, cut; 0 when the whole is zero. */
export function perMille(part: string, whole: string): number {
  const [x, y] = align(read(part), read(whole));
  return y === 0n ? 0 : Number((x * 1000n) / y);
}
