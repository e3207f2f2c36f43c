import { useState } from 'react';
import { Button, Chip, Field, Sheet, useLeaving } from '../../kit/index.ts';
import { statementTexts } from '../../texts/statement.ts';
import { useTexts } from '../../texts/index.ts';
import { type DateRange, everyDay, lastDays, pickableDates } from './date-range.ts';
import styles from './Statement.module.css';

export interface DateSheetProps {
  readonly dates: DateRange;
  readonly onChoose: (dates: DateRange) => void;
  readonly onClose: () => void;
}

/** The days that are shown: a usual span, or any two dates. */
export function DateSheet({ dates, onChoose, onClose }: DateSheetProps) {
  const t = useTexts(statementTexts);
  const { open, leave } = useLeaving(onClose);
  const [first, setFirst] = useState(dates.first ?? '');
  const [last, setLast] = useState(dates.last ?? '');
  const [{ min, max }] = useState(() => pickableDates(Date.now()));
  const wrong = first !== '' && last !== '' && last < first;

  function choose(chosen: DateRange): void {
    onChoose(chosen);
    leave();
  }

  return (
    <Sheet
      open={open}
      onClose={leave}
      title={t.dateTitle}
      footer={
        <>
          <Button variant="secondary" onClick={() => choose(everyDay)}>
            {t.clear}
          </Button>
          <Button
            disabledReason={wrong ? t.wrongOrder : undefined}
            onClick={() => choose({ first: first || null, last: last || null })}
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
      <div className={styles.dates}>
        <Field
          label={t.from}
          type="date"
          min={min}
          max={max}
          value={first}
          onChange={(event) => setFirst(event.target.value)}
        />
        <Field
          label={t.to}
          type="date"
          min={min}
          max={max}
          value={last}
          error={wrong ? t.wrongOrder : undefined}
          onChange={(event) => setLast(event.target.value)}
        />
      </div>
    </Sheet>
  );
}
