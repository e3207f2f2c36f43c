import { useState } from 'react';
import { Button, Chip, Sheet, useLeaving } from '../kit/index.ts';
import { dateTexts } from './dates-texts.ts';
import { useTexts } from '../../i18n/index.ts';
import { Calendar } from './Calendar.tsx';
import { closed, type DateRange, everyDay, lastDays, withDay } from './date-range.ts';
import styles from './DateSheet.module.css';

export interface DateSheetProps {
  readonly dates: DateRange;
  readonly onChoose: (dates: DateRange) => void;
  readonly onClose: () => void;
}

/** Chooses the days to show: a preset range, or any in a calendar. */
export function DateSheet({ dates, onChoose, onClose }: DateSheetProps) {
  const t = useTexts(dateTexts);
  const { open, leave } = useLeaving(onClose);
  const [range, setRange] = useState(dates);

  function choose(chosen: DateRange): void {
    onChoose(chosen);
    leave();
  }

  return (
    <Sheet
      open={open}
      onClose={leave}
      title={t.title}
      description={
        <span aria-live="polite">
          {range.first === null
            ? t.chooseFirst
            : range.last === null
              ? t.chooseLast(range.first)
              : t.range(range.first, range.last)}
        </span>
      }
      footer={
        <>
          <Button variant="secondary" onClick={() => choose(everyDay)}>
            {t.clear}
          </Button>
          <Button
            disabledReason={range.first === null ? t.chooseFirst : undefined}
            onClick={() => choose(closed(range))}
          >
            {t.apply}
          </Button>
        </>
      }
    >
      <div className={styles.spans}>
        {([7, 30, 90] as const).map((days) => (
          <Chip key={days} onClick={() => choose(lastDays(days, Date.now()))}>
            {t[`last${days}`]}
          </Chip>
        ))}
      </div>
      <Calendar range={range} onDay={(date) => setRange((now) => withDay(now, date))} />
    </Sheet>
  );
}
