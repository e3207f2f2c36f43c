import type { Lang } from '@fft/contract';
import { missing } from './number.ts';

const justNow: Readonly<Record<Lang, string>> = { zh: '刚刚', en: 'just now' };

const secondMs = 1000;
const minuteMs = 60 * secondMs;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;
/** Younger than this is “just now”. */
const justNowMs = 300 * secondMs;
/** Older times are shown as a date. */
const maxRelativeMs = 30 * dayMs;

function twoDigits(value: number): string {
  return String(value).padStart(2, '0');
}

/** Formats a time as `14:32:07` in the local time zone. */
export function formatClock(timeMs: number | null): string {
  if (timeMs === null) return '--:--:--';
  const date = new Date(timeMs);
  return `${twoDigits(date.getHours())}:${twoDigits(date.getMinutes())}:${twoDigits(date.getSeconds())}`;
}

/** Formats as `11-20 14:06:31`, with the year if it is not the current one. */
export function formatTimestamp(timeMs: number | null | undefined, nowMs: number = Date.now()): string {
  if (timeMs === null || timeMs === undefined) return missing;
  const date = new Date(timeMs);
  const year = date.getFullYear() === new Date(nowMs).getFullYear() ? '' : `${date.getFullYear()}-`;
  return `${year}${twoDigits(date.getMonth() + 1)}-${twoDigits(date.getDate())} ${formatClock(timeMs)}`;
}

/** Formats as `11-20 14:06`, with the year if it is not the current one. */
export function formatMinute(timeMs: number | null | undefined, nowMs: number = Date.now()): string {
  return formatTimestamp(timeMs, nowMs).replace(/:\d\d$/, '');
}

/** Formats a duration as `18:23:53`, also for more than a day. */
export function formatCountdown(seconds: number): string {
  const whole = Math.max(0, Math.ceil(seconds));
  return `${twoDigits(Math.floor(whole / 3600))}:${twoDigits(Math.floor(whole / 60) % 60)}:${twoDigits(whole % 60)}`;
}

function formatDate(timeMs: number, lang: Lang): string {
  return new Intl.DateTimeFormat(lang === 'zh' ? 'zh-CN' : 'en', { dateStyle: 'medium' }).format(timeMs);
}

/** Formats as “just now” up to 300 s, then in minutes, hours and days up to 30, then as a date. */
export function formatRelative(timeMs: number, lang: Lang, nowMs: number = Date.now()): string {
  const age = nowMs - timeMs;
  if (age < justNowMs) return justNow[lang];
  if (age > maxRelativeMs) return formatDate(timeMs, lang);
  const format = new Intl.RelativeTimeFormat(lang === 'zh' ? 'zh-CN' : 'en');
  if (age < hourMs) return format.format(-Math.floor(age / minuteMs), 'minute');
  if (age < dayMs) return format.format(-Math.floor(age / hourMs), 'hour');
  return format.format(-Math.floor(age / dayMs), 'day');
}
