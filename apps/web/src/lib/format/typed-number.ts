/** The zeros of digits that keyboards type: full-width, Arabic, Persian, Devanagari. */
const zeros = [0xff10, 0x0660, 0x06f0, 0x0966];

/**
 * Parses typed or pasted text into a plain decimal with at most this many places (more are cut). Returns '' for nothing and for ambiguous text,
 * and null for text that is not a number. Accepts a decimal comma, other digits and marks, spaces, grouping commas, and the box's own unit.
 * Another unit is refused: the number is of something else.
 */
export function readTyped(typed: string, places: number, unit = ''): string | null {
  const text = decimalPoint(asciiDigits(withoutUnit(typed, unit)));
  if (text === '' || text === null) return '';
  const match = /^(\d*)(?:\.(\d*))?$/.exec(text);
  if (match === null) return null;
  const whole = (match[1] ?? '').replace(/^0+(?=\d)/, '') || '0';
  const fraction = (match[2] ?? '').slice(0, places);
  return fraction === '' ? whole : `${whole}.${fraction}`;
}

function asciiDigits(typed: string): string {
  return typed
    .replace(/[\u0660-\u0669\u06f0-\u06f9\u0966-\u096f\uff10-\uff19]/g, asciiDigit)
    .replace(/[。．\u066b]/g, '.')
    .replace(/[，、\u066c]/g, ',')
    .replace(/[\s'’]/g, '');
}

function asciiDigit(digit: string): string {
  const code = digit.charCodeAt(0);
  return String(code - (zeros.findLast((zero) => zero <= code && code < zero + 10) ?? code));
}

/** A unit that starts or ends with a digit must stand apart from the number. */
function withoutUnit(typed: string, unit: string): string {
  const text = typed.trim();
  if (unit === '') return text;
  const [before, after] = [text.slice(0, -unit.length), text.slice(unit.length)];
  const isUnit = (word: string): boolean => word.toUpperCase() === unit.toUpperCase();
  if (isUnit(text.slice(before.length)) && (/\s$/.test(before) || /^\D/.test(unit))) return before;
  if (isUnit(text.slice(0, unit.length)) && (/^\s/.test(after) || /\D$/.test(unit))) return after;
  return text;
}

/** True if the text can't be read as one number: it is none, or ambiguous. A blank can be. */
export const isUnreadable = (typed: string, unit = ''): boolean =>
  isUnclear(typed, unit) || readTyped(typed, 0, unit) === null;

/** True if the commas may separate thousands or decimals: guessing wrong would be off by a factor of a thousand. */
export const isUnclear = (typed: string, unit = ''): boolean =>
  decimalPoint(asciiDigits(withoutUnit(typed, unit))) === null;

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
