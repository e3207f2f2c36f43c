import { useState } from 'react';
import { Chip } from '../kit/index.ts';
import { dateTexts } from './dates-texts.ts';
import { useTexts } from '../../i18n/index.ts';
import type { DateRange } from './date-range.ts';
import { DateSheet } from './DateSheet.tsx';

export interface DateChipProps {
  readonly dates: DateRange;
  readonly onChange: (dates: DateRange) => void;
}

/** Shows the filter's days and opens a calendar. */
export function DateChip({ dates, onChange }: DateChipProps) {
  const t = useTexts(dateTexts);
  const [open, setOpen] = useState(false);
  const { first, last } = dates;
  const isAll = first === null && last === null;
  return (
    <>
      <Chip opens icon="calendar" chosen={!isAll} onClick={() => setOpen(true)}>
        {isAll ? t.all : first === last ? short(first) : `${short(first)} – ${short(last)}`}
      </Chip>
      {open && <DateSheet dates={dates} onChoose={onChange} onClose={() => setOpen(false)} />}
    </>
  );
}

/** Shortens `2026-11-20` to `11-20`. */
function short(date: string | null): string {
  return date === null ? '' : date.slice(5);
}
