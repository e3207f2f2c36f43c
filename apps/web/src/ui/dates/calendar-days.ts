import { dateOf } from './date-range.ts';

/** A month of a year; January is 0. Other numbers carry over into other years. */
export interface Month {
  readonly year: number;
  readonly month: number;
}

/** Specification: months that a calendar shows, and years before and after this one that can be picked. */
export const monthsShown = 3;
const pickYears = 10;

export function monthOf(date: string): Month {
  return { year: Number(date.slice(0, 4)), month: Number(date.slice(5, 7)) - 1 };
}

export function monthsLater({ year, month }: Month, months: number): Month {
  const first = new Date(year, month + months, 1);
  return { year: first.getFullYear(), month: first.getMonth() };
}

/** The months shown, ending with this one. */
export function monthsUpTo(last: Month): readonly Month[] {
  return Array.from({ length: monthsShown }, (_, place) => monthsLater(last, place - monthsShown + 1));
}

/** The years that can be picked. */
export function pickableYears(nowMs: number): readonly number[] {
  const year = new Date(nowMs).getFullYear();
  return Array.from({ length: 2 * pickYears + 1 }, (_, place) => year - pickYears + place);
}

export interface MonthDays {
  /** Number of empty days of the week before the first; weeks begin on Monday. */
  readonly emptyBefore: number;
  readonly dates: readonly string[];
}

export function daysOf({ year, month }: Month): MonthDays {
  const count = new Date(year, month + 1, 0).getDate();
  return {
    emptyBefore: (new Date(year, month, 1).getDay() + 6) % 7,
    dates: Array.from({ length: count }, (_, day) => dateOf(new Date(year, month, day + 1).getTime())),
  };
}

/** The date after so many days or months; the month's last day if it has no such day. */
export function dateLater(date: string, later: { readonly days?: number; readonly months?: number }): string {
  const { year, month } = monthOf(date);
  const day = Number(date.slice(8));
  if (later.months === undefined) return dateOf(new Date(year, month, day + (later.days ?? 0)).getTime());
  const lastDay = new Date(year, month + later.months + 1, 0).getDate();
  return dateOf(new Date(year, month + later.months, Math.min(day, lastDay)).getTime());
}

/** The date that a key moves to; null for other keys. */
export function dateByKey(date: string, key: string): string | null {
  const { year, month } = monthOf(date);
  const weekDay = (new Date(year, month, Number(date.slice(8))).getDay() + 6) % 7;
  switch (key) {
    case 'ArrowLeft':
      return dateLater(date, { days: -1 });
    case 'ArrowRight':
      return dateLater(date, { days: 1 });
    case 'ArrowUp':
      return dateLater(date, { days: -7 });
    case 'ArrowDown':
      return dateLater(date, { days: 7 });
    case 'Home':
      return dateLater(date, { days: -weekDay });
    case 'End':
      return dateLater(date, { days: 6 - weekDay });
    case 'PageUp':
      return dateLater(date, { months: -1 });
    case 'PageDown':
      return dateLater(date, { months: 1 });
    default:
      return null;
  }
}
