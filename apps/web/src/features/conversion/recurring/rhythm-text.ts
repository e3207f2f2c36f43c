import type { RecurringBuy } from '@fft/contract';
import type { recurringTexts } from './recurring-texts.ts';

export const formatHour = (hour: number): string => `${String(hour).padStart(2, '0')}:00`;

/** When a recurring buy buys, such as “Every week, Monday at 09:00”. */
export function rhythmText(
  { every, weekday, monthDay, hour }: Pick<RecurringBuy, 'every' | 'weekday' | 'monthDay' | 'hour'>,
  t: (typeof recurringTexts)['en'],
): string {
  const day = every === 'week' ? t.weekdays[weekday - 1] : every === 'month' ? t.monthDays(monthDay) : undefined;
  const name = t.rhythms[every];
  return t.terms(day === undefined ? name : `${name} ${day}`, formatHour(hour));
}
