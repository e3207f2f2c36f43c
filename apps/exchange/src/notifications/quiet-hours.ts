/** Hours in which nothing but security is sent: minutes of the day in the customer's time zone. */
export interface QuietHours {
  readonly fromMinute: number;
  readonly untilMinute: number;
  /** IANA, like `Asia/Shanghai`. */
  readonly timeZone: string;
}

const minuteMs = 60_000;
const minutesPerDay = 1_440;

/** True if the runtime knows the time zone. */
export function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}

const formats = new Map<string, Intl.DateTimeFormat>();

function formatOf(timeZone: string): Intl.DateTimeFormat {
  let format = formats.get(timeZone);
  if (format === undefined) {
    format = new Intl.DateTimeFormat('en', { timeZone, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' });
    formats.set(timeZone, format);
  }
  return format;
}

/** The local time of day in minutes. */
function minuteOfDay(time: number, timeZone: string): number {
  const parts = formatOf(timeZone).formatToParts(time);
  const of = (type: 'hour' | 'minute'): number => Number(parts.find((part) => part.type === type)?.value ?? 0);
  return of('hour') * 60 + of('minute');
}

/** The end of the quiet hours that `time` falls in; `time` itself outside of them. Where a clock change shifts the end, the next look moves it. */
export function quietUntil(time: number, quiet: QuietHours | null): number {
  if (quiet === null) return time;
  const { fromMinute, untilMinute, timeZone } = quiet;
  const minute = minuteOfDay(time, timeZone);
  const isQuiet =
    fromMinute <= untilMinute
      ? minute >= fromMinute && minute < untilMinute
      : minute >= fromMinute || minute < untilMinute;
  if (!isQuiet) return time;
  const left = (untilMinute - minute + minutesPerDay) % minutesPerDay;
  return time - (time % minuteMs) + left * minuteMs;
}

export function readTimeOfDay(text: string): number {
  return Number(text.slice(0, 2)) * 60 + Number(text.slice(3));
}

const two = (part: number): string => String(part).padStart(2, '0');

export function formatTimeOfDay(minute: number): string {
  return `${two(Math.floor(minute / 60))}:${two(minute % 60)}`;
}
