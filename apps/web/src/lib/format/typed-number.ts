const fullWidthZero = 0xff10;

/**
 * What was typed or pasted into a number box as a plain decimal with at most so many places (more are cut), '' for nothing and for what is unclear,
 * null for what isn't a number. A decimal comma is understood, as are full-width digits and marks, spaces and grouping commas.
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

/** Whether its commas can be those of thousands as well as of decimals: the other number than was meant would be a thousand times off. */
export const isUnclear = (typed: string): boolean => decimalPoint(asciiDigits(typed)) === null;

/** Thousands by commas that can't be decimal, with a point behind them or being several. */
const grouped = /^\d{1,3}(,\d{3})+\.\d*$|^\d{1,3}(,\d{3}){2,}$/;
/** Thousands or thousandths; or several commas on their way to being grouped. */
const unclear = /^[1-9]\d{0,2},\d{3}$|^\d+,[\d,]*,\d*$/;
const groupedByPoints = /^\d{1,3}(\.\d{3})+,/;

/** With a point as its only mark; null where it is unclear. */
function decimalPoint(text: string): string | null {
  if (grouped.test(text)) return text.replaceAll(',', '');
  if (unclear.test(text)) return null;
  return (groupedByPoints.test(text) ? text.replaceAll('.', '') : text).replace(',', '.');
}
