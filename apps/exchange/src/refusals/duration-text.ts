import type { Message } from './say.ts';

const minuteMs = 60_000;
const hourMs = 3_600_000;

/** A wait in the largest unit that it fills, rounded up: `24 hours`, `3 minutes`, `20 seconds`. */
export function durationText(ms: number): Message {
  if (ms >= hourMs) return textOf(Math.ceil(ms / hourMs), '小时', 'hour');
  if (ms >= minuteMs) return textOf(Math.ceil(ms / minuteMs), '分钟', 'minute');
  return textOf(Math.max(1, Math.ceil(ms / 1000)), '秒', 'second');
}

/** Message value and data of a refusal that ends after a wait: one text and one number for all limits. */
export function waitOf(ms: number): { readonly values: { wait: Message }; readonly data: { retryAfter: number } } {
  const retryAfter = Math.max(1, Math.ceil(ms / 1000));
  return { values: { wait: durationText(retryAfter * 1000) }, data: { retryAfter } };
}

function textOf(count: number, zh: string, en: string): Message {
  return { zh: `${count} ${zh}`, en: `${count} ${en}${count === 1 ? '' : 's'}` };
}
