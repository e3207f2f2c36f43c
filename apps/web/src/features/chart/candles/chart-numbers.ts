import type { Lang } from '@fft/contract';
import { formatAmount, formatCompact } from '../../../lib/format/index.ts';

/** Formats a number that the chart computed, with this many decimals; at most 18, as floats are no more precise. */
export function plainNumber(value: number | undefined, places: number): string {
  return formatAmount(value === undefined || !Number.isFinite(value) ? null : value.toFixed(Math.min(places, 18)));
}

/** Formats a number with two decimals, or in compact form from 1000 on. */
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

/** Formats the remaining time: `27:53`, `3:27:53`, `2d 03h`. */
export function timeLeft(leftMs: number): string {
  const seconds = Math.max(0, Math.floor(leftMs / 1000));
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  if (hours >= 24) return `${Math.floor(hours / 24)}d ${two(hours % 24)}h`;
  const rest = `${two(minutes)}:${two(seconds % 60)}`;
  return hours > 0 ? `${hours}:${rest}` : rest;
}
