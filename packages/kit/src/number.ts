import type { Lang } from '@fft/contract';

/** Shown for a missing value. */
export const missing = '--';
/** Shown for hidden amounts; always the same width. */
export const hidden = '••••••';

type Rounding = 'trunc' | 'halfExpand';

function isDecimal(value: string): value is `${number}` {
  return /^-?\d+(\.\d+)?$/.test(value);
}

/** Inserts a comma between thousands. */
function grouped(digits: string): string {
  return digits.replace(/\B(?=(\d{3})+$)/g, ',');
}

/**
 * Formats a decimal with `least` to `most` places, without floating point. Hand-written, because the first `Intl.NumberFormat` takes 40 ms, and 150 ms
 * on slow phones (docs/decisions, 38).
 */
function write(value: string, least: number, most: number, rounding: Rounding): string {
  const parts = /^(-?)0*(\d+)(?:\.(\d+))?$/.exec(value);
  if (!parts) return missing;
  const [, minus = '', whole = '', fraction = ''] = parts;
  const cut = whole + fraction.slice(0, most).padEnd(most, '0');
  const digits = rounding === 'halfExpand' && (fraction[most] ?? '0') >= '5' ? increased(cut) : cut;
  const point = digits.length - most;
  let end = digits.length;
  while (end > point + least && digits[end - 1] === '0') end -= 1;
  const sign = minus !== '' && /[1-9]/.test(digits) ? '−' : '';
  return `${sign}${grouped(digits.slice(0, point))}${end > point ? `.${digits.slice(point, end)}` : ''}`;
}

function increased(digits: string): string {
  return `${BigInt(digits) + 1n}`.padStart(digits.length, '0');
}

function placesOf(value: string): number {
  return value.split('.')[1]?.length ?? 0;
}

/**
 * Formats a balance or an amount, `12,480.36`. `places` truncates and never rounds up, so the shown amount is available; without it, the server's places
 * are kept.
 */
export function formatAmount(value: string | null | undefined, places?: number): string {
  if (value === null || value === undefined) return missing;
  const shown = Math.min(places ?? placesOf(value), 18);
  return write(value, shown, shown, 'trunc');
}

/** Formats a price in its market's places: `97,412.50`. */
export function formatPrice(value: string | null | undefined, places?: number): string {
  return formatAmount(value, places);
}

/** Moves the point two places to the right, exactly. */
function timesHundred(value: string): string {
  const negative = value.startsWith('-');
  const [whole = '0', fraction = ''] = value.replace('-', '').split('.');
  const padded = fraction.padEnd(2, '0');
  const digits = `${whole}${padded.slice(0, 2)}`.replace(/^0+(?=\d)/, '');
  const rest = padded.slice(2);
  return `${negative ? '-' : ''}${digits}${rest ? `.${rest}` : ''}`;
}

/** Returns the direction of a signed fraction, rounded to the two displayed places. */
export function directionOf(change: string | null | undefined): 'up' | 'down' | 'none' {
  const text = formatChange(change);
  if (text === missing || text === '0.00%') return 'none';
  return text.startsWith('−') ? 'down' : 'up';
}

/** Formats a signed fraction as a change: `+2.36%`, `−1.27%`, `0.00%`. */
export function formatChange(change: string | null | undefined): string {
  if (change === null || change === undefined || !isDecimal(change)) return missing;
  const text = write(timesHundred(change), 2, 2, 'halfExpand');
  return text === '0.00' ? '0.00%' : `${text.startsWith('−') ? '' : '+'}${text}%`;
}

/** Formats a fraction as an unsigned rate: `"0.001"` as `0.10%`. */
export function formatRate(fraction: string | null | undefined): string {
  if (fraction === null || fraction === undefined || !isDecimal(fraction)) return missing;
  return `${write(timesHundred(fraction), 2, 4, 'halfExpand')}%`;
}

const scales: Record<Lang, readonly (readonly [digits: number, unit: string])[]> = {
  zh: [
    [12, '万亿'],
    [8, '亿'],
    [4, '万'],
  ],
  en: [
    [12, 'T'],
    [9, 'B'],
    [6, 'M'],
    [3, 'K'],
  ],
};

/** Formats a large amount compactly, truncated: `4.86亿`, `486.30M`. */
export function formatCompact(value: string | null | undefined, lang: Lang): string {
  if (value === null || value === undefined || !isDecimal(value)) return missing;
  const [whole = '0', fraction = ''] = value.replace('-', '').split('.');
  const digits = whole.replace(/^0+(?=\d)/, '');
  const scale = scales[lang].find(([places]) => digits.length > places);
  const sign = value.startsWith('-') ? '-' : '';
  if (!scale) return write(`${sign}${digits}${fraction ? `.${fraction}` : ''}`, 2, 2, 'trunc');
  const [places, unit] = scale;
  const head = digits.slice(0, digits.length - places);
  const shown = head.length > 3 ? 0 : 2;
  return `${write(`${sign}${head}.${digits.slice(-places)}`, shown, shown, 'trunc')}${unit}`;
}

const currencySigns: Readonly<Record<string, string>> = { CNY: '¥', USD: '$', EUR: '€', HKD: 'HK$', JPY: '¥' };

/** Formats a currency amount with its symbol: `¥619,808.74`. Amounts below one have four significant digits. */
export function formatFiat(value: string | null | undefined, unit: string): string {
  if (value === null || value === undefined || !isDecimal(value)) return missing;
  const small = /^-?0*\.0*[1-9]/.test(value.replace(/^(-?)0+/, '$1'));
  const places = small ? Math.min(8, (/^-?0*\.(0*)/.exec(value)?.[1]?.length ?? 0) + 4) : 2;
  const text = write(value, Math.min(places, small ? 4 : 2), places, 'trunc');
  const sign = currencySigns[unit] ?? `${unit} `;
  return text.startsWith('−') ? `−${sign}${text.slice(1)}` : `${sign}${text}`;
}
