import { formatClock, formatMinute, textsNow } from '@fft/kit';
import { apiTexts } from './api-texts.ts';

const dayMs = 24 * 3_600_000;

/** The end of what a refusal says is halted or on hold, by the server's clock; null if it has none. */
function endOf(data: unknown): number | null {
  if (typeof data !== 'object' || data === null || !('until' in data)) return null;
  return typeof data.until === 'number' ? data.until : null;
}

/** A time of today as `14:32:07`, any other as `11-26 14:06`, in the device's time zone. */
export function formatEnd(timeMs: number, nowMs: number): string {
  const isToday = Math.abs(timeMs - nowMs) < dayMs && new Date(timeMs).getDate() === new Date(nowMs).getDate();
  return isToday ? formatClock(timeMs) : formatMinute(timeMs, nowMs);
}

/** The server's message, with the time at which a halt or hold ends, in the customer's time zone. */
export function messageWithEnd({ message, data }: { readonly message: string; readonly data: unknown }): string {
  const end = endOf(data);
  return end === null || message === '' ? message : textsNow(apiTexts).until(message, formatEnd(end, Date.now()));
}
