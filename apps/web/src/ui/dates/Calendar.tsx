import { useEffect, useRef, useState, type KeyboardEvent } from 'react';
import { classes, IconButton } from '../kit/index.ts';
import { dateTexts } from './dates-texts.ts';
import { useLang, useTexts } from '../../i18n/index.ts';
import {
  dateByKey,
  daysOf,
  monthOf,
  monthsLater,
  monthsShown,
  monthsUpTo,
  pickableYears,
  type Month,
} from './calendar-days.ts';
import styles from './Calendar.module.css';
import { dateOf, type DateRange } from './date-range.ts';

export interface CalendarProps {
  readonly range: DateRange;
  readonly onDay: (date: string) => void;
}

/** Three months, the newest at the bottom, to choose a range of days by tapping, or with arrow keys and Enter. */
export function Calendar({ range, onDay }: CalendarProps) {
  const t = useTexts(dateTexts);
  const [now] = useState(() => Date.now());
  const years = pickableYears(now);
  const [lastMonth, setLastMonth] = useState<Month>(() => monthOf(range.last ?? range.first ?? dateOf(now)));
  const [focused, setFocused] = useState(range.last ?? range.first ?? dateOf(now));
  const months = monthsUpTo(lastMonth);
  const grid = useRef<HTMLDivElement>(null);
  const byKey = useRef(false);

  useEffect(() => {
    if (!byKey.current) return;
    byKey.current = false;
    grid.current?.querySelector<HTMLElement>(`[data-date="${focused}"]`)?.focus();
  }, [focused]);

  useEffect(() => {
    grid.current?.lastElementChild?.scrollIntoView({ block: 'nearest' });
  }, []);

  const isPickable = ({ year }: Month): boolean => years.includes(year);
  const show = (month: Month): void => {
    setLastMonth(month);
    setFocused(daysOf(month).dates[0] ?? focused);
  };

  function move(event: KeyboardEvent): void {
    const date = dateByKey(focused, event.key);
    if (date === null || !isPickable(monthOf(date))) return;
    event.preventDefault();
    byKey.current = true;
    const isShown = months.some(({ year, month }) => year === monthOf(date).year && month === monthOf(date).month);
    if (!isShown) setLastMonth(date < focused ? monthsLater(monthOf(date), monthsShown - 1) : monthOf(date));
    setFocused(date);
  }

  const [earlier, later] = [monthsLater(lastMonth, -monthsShown), monthsLater(lastMonth, monthsShown)];
  return (
    <div className={styles.calendar}>
      <div className={styles.head}>
        <IconButton
          icon="chevron-left"
          label={t.earlier}
          disabled={!isPickable(earlier)}
          onClick={() => show(earlier)}
        />
        <select
          className={styles.year}
          aria-label={t.year}
          value={lastMonth.year}
          onChange={(event) => show({ ...lastMonth, year: Number(event.target.value) })}
        >
          {years.map((year) => (
            <option key={year} value={year}>
              {t.yearOf(year)}
            </option>
          ))}
        </select>
        <IconButton icon="chevron-right" label={t.later} disabled={!isPickable(later)} onClick={() => show(later)} />
      </div>
      <div ref={grid}>
        {months.map((month) => (
          <MonthGrid
            key={`${String(month.year)}-${String(month.month)}`}
            month={month}
            {...{ range, focused, today: dateOf(now) }}
            onKey={move}
            onDay={(date) => {
              setFocused(date);
              onDay(date);
            }}
          />
        ))}
      </div>
    </div>
  );
}

interface MonthGridProps extends CalendarProps {
  readonly month: Month;
  readonly today: string;
  /** The one day that the Tab key reaches. */
  readonly focused: string;
  readonly onKey: (event: KeyboardEvent) => void;
}

/** Any Monday, from which the names of the days are formatted. */
const monday = new Date(2024, 0, 1);

function MonthGrid({ month, range, today, focused, onKey, onDay }: MonthGridProps) {
  const locale = useLang() === 'zh' ? 'zh-CN' : 'en';
  const { emptyBefore, dates } = daysOf(month);
  const first = new Date(month.year, month.month, 1);
  const title = new Intl.DateTimeFormat(locale, { year: 'numeric', month: 'long' }).format(first);
  const weekDay = new Intl.DateTimeFormat(locale, { weekday: 'narrow' });
  const fullDate = new Intl.DateTimeFormat(locale, { dateStyle: 'full' });
  const { first: from, last } = range;
  const to = last ?? from;
  return (
    <section aria-label={title} className={styles.month}>
      <h3 className={styles.title}>{title}</h3>
      <div className={styles.days}>
        {Array.from({ length: 7 }, (_, day) => (
          <span key={day} className={styles.weekDay} aria-hidden="true">
            {weekDay.format(new Date(monday.getFullYear(), monday.getMonth(), monday.getDate() + day))}
          </span>
        ))}
        {dates.map((date, index) => {
          const isIn = from !== null && to !== null && date >= from && date <= to;
          const isEnd = date === from || date === to;
          return (
            <button
              key={date}
              type="button"
              data-date={date}
              className={classes(
                styles.day,
                isIn && styles.in,
                isEnd && styles.end,
                date === from && styles.from,
                date === to && styles.to,
                date === today && styles.today,
                date > today && styles.future,
              )}
              style={index === 0 ? { gridColumnStart: emptyBefore + 1 } : undefined}
              aria-label={fullDate.format(new Date(month.year, month.month, index + 1))}
              aria-pressed={isIn}
              aria-current={date === today ? 'date' : undefined}
              tabIndex={date === focused ? 0 : -1}
              onKeyDown={onKey}
              onClick={() => onDay(date)}
            >
              {index + 1}
            </button>
          );
        })}
      </div>
    </section>
  );
}
