const fullWidthZero = 0xff10;

/**
 * What was typed or pasted into a number box as a plain decimal with at most so many places (more are cut), '' for nothing,
 * null for what isn't a number. A decimal comma is understood, as are full-width digits and marks, spaces and grouping commas.
 */
export function readTyped(typed: string, places: number): string | null {
  const text = decimalPoint(asciiDigits(typed));
  if (text === '') return '';
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

/** The last mark is the decimal one; several commas without a point group thousands. */
function decimalPoint(text: string): string {
  const [comma, point] = [text.lastIndexOf(','), text.lastIndexOf('.')];
  if (comma === -1) return text;
  if (point > comma) return text.replaceAll(',', '');
  if (point !== -1) return text.replaceAll('.', '').replace(',', '.');
  return text.indexOf(',') === comma ? text.replace(',', '.') : text.replaceAll(',', '');
}
