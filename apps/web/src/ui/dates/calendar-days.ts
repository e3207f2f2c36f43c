import { dateOf } from './date-range.ts';

/** A month of a year, January being 0; other numbers run on into other years. */
export interface Month {
  readonly year: number;
  readonly month: number;
}

/** The specification's: how many months a calendar shows, and how many years either side of this one can be picked. */
export const monthsShown = 3;
const pickYears = 10;

export function monthOf(date: string): Month {
  return { year: Number(date.slice(0, 4)), month: Number(date.slice(5, 7)) - 1 };
}

export function monthsLater({ year, month }: Month, months: number): Month {
  const first = new Date(year, month + months, 1);
  return { year: first.getFullYear(), month: first.getMonth() };
}

/** The months that are shown, the last of them this one. */
export function monthsUpTo(last: Month): readonly Month[] {
  return Array.from({ length: monthsShown }, (_, place) => monthsLater(last, place - monthsShown + 1));
}

/** The years of which days can be picked. */
export function pickableYears(nowMs: number): readonly number[] {
  const year = new Date(nowMs).getFullYear();
  return Array.from({ length: 2 * pickYears + 1 }, (_, place) => year - pickYears + place);
}

export interface MonthDays {
  /** How many days of the week stand empty before the first; weeks begin on Monday. */
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

/** The date so many days or months after another; the last of the month where it has no such day. */
export function dateLater(date: string, later: { readonly days?: number; readonly months?: number }): string {
  const { year, month } = monthOf(date);
  const day = Number(date.slice(8));
  if (later.months === undefined) return dateOf(new Date(year, month, day + (later.days ?? 0)).getTime());
  const lastDay = new Date(year, month + later.months + 1, 0).getDate();
  return dateOf(new Date(year, month + later.months, Math.min(day, lastDay)).getTime());
}

/** Where an arrow or another key leads from a date; null for a key that leads nowhere. */
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
