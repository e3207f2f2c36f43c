export interface Rhythm {
  readonly every: 'day' | 'week' | 'month';
  /** Of the customer's day. */
  readonly hour: number;
  /** 1 is Monday; of weekly ones. */
  readonly weekday: number;
  /** 1 to 28, so that every month has it; of monthly ones. */
  readonly monthDay: number;
  /** A name of the IANA database. */
  readonly timeZone: string;
}

const dayMs = 86_400_000;

/** True for a time zone that this machine knows. */
export function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}

/** The first time after `after` at which a rhythm is due. Where the clocks skip the hour, it is the hour after. */
export function nextDue(rhythm: Rhythm, after: number): number {
  const localOf = localTimeOf(rhythm.timeZone);
  // A local date as the UTC midnight of the same date, a day before the present one.
  const today = Math.floor(localOf(after) / dayMs) * dayMs - dayMs;
  for (let day = 0; day < 40; day += 1) {
    const date = today + day * dayMs;
    if (!isOn(rhythm, date)) continue;
    const due = instantOf(date + rhythm.hour * 3_600_000, localOf);
    if (due > after) return due;
  }
  throw new Error('a rhythm is due within forty days');
}

function isOn({ every, weekday, monthDay }: Rhythm, date: number): boolean {
  const on = new Date(date);
  if (every === 'week') return (on.getUTCDay() || 7) === weekday;
  return every === 'day' || on.getUTCDate() === monthDay;
}

/** A zone's clock at an instant, as if it were UTC. */
function localTimeOf(timeZone: string): (instant: number) => number {
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  });
  return (instant) => {
    const parts = new Map(format.formatToParts(instant).map(({ type, value }) => [type, Number(value)]));
    const part = (name: Intl.DateTimeFormatPartTypes): number => parts.get(name) ?? 0;
    return Date.UTC(part('year'), part('month') - 1, part('day'), part('hour'), part('minute'), part('second'));
  };
}

/** The instant at which a zone's clock shows this; the earlier one where it shows it twice, and an hour later where it never does. */
function instantOf(local: number, localOf: (instant: number) => number): number {
  // The offsets a day before and after are the two that a change of clocks can lie between.
  const offsets = [local - dayMs, local + dayMs].map((near) => localOf(near) - near);
  const instants = offsets.map((offset) => local - offset).toSorted((a, b) => a - b);
  return instants.find((instant) => localOf(instant) === local) ?? Math.max(...instants);
}

/** The last time up to `until` at which a rhythm was due. */
export function lastDue(rhythm: Rhythm, until: number): number {
  let due = nextDue(rhythm, until - 33 * dayMs);
  for (let next = due; next <= until; next = nextDue(rhythm, next)) due = next;
  return due;
}
