import type { Lang } from '@fft/contract';
import { missing } from './number.ts';

const justNow: Readonly<Record<Lang, string>> = { zh: '刚刚', en: 'just now' };

const secondMs = 1000;
const minuteMs = 60 * secondMs;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;
/** Younger than this is “just now”. */
const justNowMs = 300 * secondMs;
/** Older than this is told as a date. */
const maxRelativeMs = 30 * dayMs;

function two(value: number): string {
  return String(value).padStart(2, '0');
}

/** `14:32:07` in the customer's time zone. */
export function formatClock(timeMs: number | null): string {
  if (timeMs === null) return '--:--:--';
  const date = new Date(timeMs);
  return `${two(date.getHours())}:${two(date.getMinutes())}:${two(date.getSeconds())}`;
}

/** `11-20 14:06:31`; with the year where it isn't this one. */
export function formatMoment(timeMs: number | null | undefined, nowMs: number = Date.now()): string {
  if (timeMs === null || timeMs === undefined) return missing;
  const date = new Date(timeMs);
  const year = date.getFullYear() === new Date(nowMs).getFullYear() ? '' : `${date.getFullYear()}-`;
  return `${year}${two(date.getMonth() + 1)}-${two(date.getDate())} ${formatClock(timeMs)}`;
}

/** `11-20 14:06`, for what happens to the minute; with the year where it isn't this one. */
export function formatMinute(timeMs: number | null | undefined, nowMs: number = Date.now()): string {
  return formatMoment(timeMs, nowMs).replace(/:\d\d$/, '');
}

/** What is left, `18:23:53`; more than a day in hours too. */
export function formatCountdown(seconds: number): string {
  const whole = Math.max(0, Math.ceil(seconds));
  return `${two(Math.floor(whole / 3600))}:${two(Math.floor(whole / 60) % 60)}:${two(whole % 60)}`;
}

function formatDate(timeMs: number, lang: Lang): string {
  return new Intl.DateTimeFormat(lang === 'zh' ? 'zh-CN' : 'en', { dateStyle: 'medium' }).format(timeMs);
}

/** “just now” under 300 s, then minutes, hours and days up to 30, then the date. */
export function formatRelative(timeMs: number, lang: Lang, nowMs: number = Date.now()): string {
  const age = nowMs - timeMs;
  if (age < justNowMs) return justNow[lang];
  if (age > maxRelativeMs) return formatDate(timeMs, lang);
  const format = new Intl.RelativeTimeFormat(lang === 'zh' ? 'zh-CN' : 'en');
  if (age < hourMs) return format.format(-Math.floor(age / minuteMs), 'minute');
  if (age < dayMs) return format.format(-Math.floor(age / hourMs), 'hour');
  return format.format(-Math.floor(age / dayMs), 'day');
}
