/** Days from the first to the last, both included; null is open. Dates have the format of date fields: `2026-11-20`. */
export interface DateRange {
  readonly first: string | null;
  readonly last: string | null;
}

export const everyDay: DateRange = { first: null, last: null };

const two = (value: number): string => String(value).padStart(2, '0');

export function dateOf(timeMs: number): string {
  const date = new Date(timeMs);
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}

/** Midnight, local time, `days` after a date; null for an invalid date. */
function midnight(date: string, days = 0): number | null {
  const match = /^(\d{4})-(\d\d)-(\d\d)$/.exec(date);
  if (match === null) return null;
  return new Date(Number(match[1]), Number(match[2]) - 1, Number(match[3]) + days).getTime();
}

/** The last millisecond of a date, local time; null for an invalid date. */
export function endOfDay(date: string): number | null {
  const next = midnight(date, 1);
  return next === null ? null : next - 1;
}

/** A range's times in the local time zone: from `from`, and before `to`. */
export function timesOf({ first, last }: DateRange): { readonly from?: number; readonly to?: number } {
  const from = first === null ? null : midnight(first);
  const to = last === null ? null : midnight(last, 1);
  return { ...(from !== null && { from }), ...(to !== null && { to }) };
}

/** The last days, today included. */
export function lastDays(days: number, nowMs: number): DateRange {
  const today = new Date(nowMs);
  const first = new Date(today.getFullYear(), today.getMonth(), today.getDate() - days + 1);
  return { first: dateOf(first.getTime()), last: dateOf(nowMs) };
}

/** Adds a tapped day: the first tap begins a range, the second ends it, the third begins a new one. */
export function withDay({ first, last }: DateRange, date: string): DateRange {
  if (first === null || last !== null) return { first: date, last: null };
  return date < first ? { first: date, last: first } : { first, last: date };
}

/** Closes a range that was begun but not ended: it becomes that day alone. */
export function closed({ first, last }: DateRange): DateRange {
  return { first, last: last ?? first };
}
