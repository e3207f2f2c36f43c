import { mapInstants } from '@fft/contract';

const two = (value: number): string => String(value).padStart(2, '0');

/** The name of the device's time zone at a moment, by its distance from UTC: `UTC+8`, `UTC−3:30`, `UTC`. */
export function zoneAt(timeMs: number): string {
  const minutes = -new Date(timeMs).getTimezoneOffset();
  const [hours, rest] = [Math.floor(Math.abs(minutes) / 60), Math.abs(minutes) % 60];
  if (minutes === 0) return 'UTC';
  return `UTC${minutes < 0 ? '−' : '+'}${hours}${rest === 0 ? '' : `:${two(rest)}`}`;
}

/** A text of the exchange with its instants in the device's time zone, which is named: `2026-11-30 19:25 UTC+8`. */
export const localTimes = (text: string): string =>
  mapInstants(text, (time, precision) => {
    const date = new Date(time);
    const day = `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
    const seconds = precision === 'second' ? `:${two(date.getSeconds())}` : '';
    return `${day} ${two(date.getHours())}:${two(date.getMinutes())}${seconds} ${zoneAt(time)}`;
  });
