import { invalidData } from '../errors.ts';
import { withDefault } from './params.ts';

const minuteMs = 60_000;
const form = /^([+-])?(\d{1,2})(?::(\d{2}))?$/;
const [westMost, eastMost] = [-12 * 60, 14 * 60];

/**
 * `0`, `8`, `-1:00` or `05:45`: the time zone in which days begin, in minutes before UTC's. From −12:00 to +14:00 as on Binance, and of whole quarter hours,
 * as all of the world's are: klines of another would have to be joined from single minutes.
 */
export const timeZone = withDefault((text: string): number => {
  const [, sign = '+', hours = '', minutes = '0'] = form.exec(text) ?? [];
  const total = (Number(hours) * 60 + Number(minutes)) * (sign === '-' ? -1 : 1);
  if (hours === '' || Number(minutes) > 59 || Number(minutes) % 15 !== 0 || total < westMost || total > eastMost) {
    throw invalidData('timeZone');
  }
  return total;
}, 0);

/** In milliseconds. */
export function offsetOf(minutes: number): number {
  return minutes * minuteMs;
}
