const fullWidthZero = 0xff10;

/**
 * Parses typed or pasted text into a plain decimal with at most this many places (more are cut). Returns '' for nothing and for ambiguous text,
 * and null for text that is not a number. Accepts a decimal comma, full-width digits and marks, spaces and grouping commas.
 */
export function readTyped(typed: string, places: number): string | null {
  const text = decimalPoint(asciiDigits(typed));
  if (text === '' || text === null) return '';
  const match = /^(\d*)(?:\.(\d*))?$/.exec(text);
  if (match === null) return null;
  const whole = (match[1] ?? '').replace(/^0+(?=\d)/, '') || '0';
  const fraction = (match[2] ?? '').slice(0, places);
  return fraction === '' ? whole : `${whole}.${fraction}`;
}

function asciiDigits(typed: string): string {
  return typed
    .replace(/[０-９]/g, (digit) => String(digit.charCodeAt(0) - fullWidthZero))
    .replace(/[。．]/g, '.')
    .replace(/[，、]/g, ',')
    .replace(/[\s\u00a0\u2009\u202f'’]/g, '');
}

/** True if the commas may separate thousands or decimals: guessing wrong would be off by a factor of a thousand. */
export const isUnclear = (typed: string): boolean => decimalPoint(asciiDigits(typed)) === null;

/** Commas that can only separate thousands: several, or followed by a point. */
const grouped = /^\d{1,3}(,\d{3})+\.\d*$|^\d{1,3}(,\d{3}){2,}$/;
/** Thousands or thousandths, or several commas while the number is being typed. */
const unclear = /^[1-9]\d{0,2},\d{3}$|^\d+,[\d,]*,\d*$/;
const groupedByPoints = /^\d{1,3}(\.\d{3})+,/;

/** Normalises the text to a point as its only mark; null if it is ambiguous. */
function decimalPoint(text: string): string | null {
  if (grouped.test(text)) return text.replaceAll(',', '');
  if (unclear.test(text)) return null;
  return (groupedByPoints.test(text) ? text.replaceAll('.', '') : text).replace(',', '.');
}
