import type { Lang } from '@fft/contract';
import { formatAmount, formatCompact } from '../../../lib/format/index.ts';

/** A number that was reckoned for the picture, as text with so many places; floats don't say more than they know. */
export function plainNumber(value: number | undefined, places: number): string {
  return formatAmount(value === undefined || !Number.isFinite(value) ? null : value.toFixed(Math.min(places, 18)));
}

/** The same in few letters where it is large. */
export function shortNumber(value: number | undefined, lang: Lang): string {
  if (value === undefined || !Number.isFinite(value)) return formatAmount(null);
  return Math.abs(value) < 1000 ? plainNumber(value, 2) : formatCompact(value.toFixed(2), lang);
}

/** A change in percent with its sign: `−0.28%`. */
export function percentChange(from: number, to: number): string {
  const percent = from === 0 ? 0 : ((to - from) / from) * 100;
  const text = Math.abs(percent).toFixed(2);
  return `${text === '0.00' ? '' : percent < 0 ? '−' : '+'}${text}%`;
}

const two = (value: number): string => String(value).padStart(2, '0');

/** The time that is left: `27:53`, `3:27:53`, `2d 03h`. */
export function timeLeft(leftMs: number): string {
  const seconds = Math.max(0, Math.floor(leftMs / 1000));
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  if (hours >= 24) return `${Math.floor(hours / 24)}d ${two(hours % 24)}h`;
  const rest = `${two(minutes)}:${two(seconds % 60)}`;
  return hours > 0 ? `${hours}:${rest}` : rest;
}
