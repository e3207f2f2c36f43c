import type { AccountRow } from '../accounts.ts';

type Calendar = Pick<AccountRow, 'cut_off' | 'time_zone' | 'holidays'>;

/** When a payment that is released now leaves. */
export interface Departure {
  /** The day, in the bank's time zone: `2026-11-27`. */
  readonly leavesOn: string;
  /** Until when `leavesOn` holds, in milliseconds since the epoch. */
  readonly cutOff: number;
}

const minuteMs = 60_000;
const dayMs = 1_440 * minuteMs;

/** The next working day of the bank. Today counts only until the cut-off time. */
export function departureOf(calendar: Calendar, now: number): Departure {
  const local = localOf(now, calendar.time_zone);
  const isToday = local.minute < calendar.cut_off;
  let day = isToday ? local.day : nextDay(local.day);
  while (!isWorkingDay(day, calendar)) day = nextDay(day);
  return { leavesOn: day, cutOff: timeAt(day, calendar) };
}

/** True if this many working days of the bank have ended since a moment. */
export function isPast(
  calendar: Calendar,
  { since, days }: { readonly since: number; readonly days: number },
  now: number,
): boolean {
  const today = localOf(now, calendar.time_zone).day;
  let day = localOf(since, calendar.time_zone).day;
  for (let left = days; left > 0; left -= 1) {
    day = nextDay(day);
    while (!isWorkingDay(day, calendar)) day = nextDay(day);
  }
  return day < today;
}

function isWorkingDay(day: string, { holidays }: Calendar): boolean {
  const weekday = new Date(`${day}T00:00:00Z`).getUTCDay();
  return weekday !== 0 && weekday !== 6 && !holidays.includes(day);
}

function nextDay(day: string): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + dayMs).toISOString().slice(0, 10);
}

export function localOf(time: number, timeZone: string): { readonly day: string; readonly minute: number } {
  const parts = new Intl.DateTimeFormat('en-GB', {
    timeZone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  }).formatToParts(time);
  const part = (type: string): string => parts.find((each) => each.type === type)?.value ?? '';
  return {
    day: `${part('year')}-${part('month')}-${part('day')}`,
    minute: Number(part('hour')) * 60 + Number(part('minute')),
  };
}

/** The moment of the cut-off time on a day, by the time zone's offset on that day: clocks may change before it. */
function timeAt(day: string, { cut_off, time_zone }: Calendar): number {
  const wanted = Date.parse(`${day}T00:00:00Z`) + cut_off * minuteMs;
  const offsetAt = (time: number): number => {
    const local = localOf(time, time_zone);
    return Date.parse(`${local.day}T00:00:00Z`) + local.minute * minuteMs - Math.floor(time / minuteMs) * minuteMs;
  };
  const first = wanted - offsetAt(wanted);
  return wanted - offsetAt(first);
}
