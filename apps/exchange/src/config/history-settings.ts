import * as z from 'zod';
import { namesBucket } from './setting-forms.ts';
import { wholeNumber } from './whole-number.ts';

/** How long the journal and the tables keep what happened. */
export interface HistorySettings {
  /** Minimum retention of a journal entry; null: for ever. */
  readonly journalDays: number | null;
  /** Days after which an order that was cancelled without a fill is deleted; null: never. */
  readonly unfilledOrderDays: number | null;
  /** Time that a partition of fills and postings covers. */
  readonly partitionPeriod: 'day' | 'week' | 'month';
  /** Where older history goes: a bucket, or a folder (`file:`); null: it stays in the tables. */
  readonly archiveUrl: string | null;
  /** Months that the tables keep at least; null: nothing more is archived. */
  readonly archiveAfterMonths: number | null;
}

export const historyEnvironment = {
  JOURNAL_DAYS: wholeNumber(0, 36_500, 0),
  UNFILLED_ORDER_DAYS: wholeNumber(0, 36_500, 30),
  PARTITION_PERIOD: z.enum(['day', 'week', 'month']).default('month'),
  ARCHIVE_URL: z
    .string()
    .refine(
      (address) => namesBucket(address) || /^file:\/\/\/./.test(address),
      'must be a URL like https://key:secret@s3.eu-west-1.example/bucket?region=eu-west-1 or file:///srv/fft/archive',
    )
    .nullable()
    .default(null),
  ARCHIVE_AFTER_MONTHS: wholeNumber(0, 1_200, 3),
};

interface Given {
  readonly JOURNAL_DAYS: number;
  readonly UNFILLED_ORDER_DAYS: number;
  readonly PARTITION_PERIOD: HistorySettings['partitionPeriod'];
  readonly ARCHIVE_URL: string | null;
  readonly ARCHIVE_AFTER_MONTHS: number;
}

export function historySettingsOf(given: Given): HistorySettings {
  return {
    journalDays: given.JOURNAL_DAYS === 0 ? null : given.JOURNAL_DAYS,
    unfilledOrderDays: given.UNFILLED_ORDER_DAYS === 0 ? null : given.UNFILLED_ORDER_DAYS,
    partitionPeriod: given.PARTITION_PERIOD,
    archiveUrl: given.ARCHIVE_URL,
    archiveAfterMonths: given.ARCHIVE_AFTER_MONTHS === 0 ? null : given.ARCHIVE_AFTER_MONTHS,
  };
}
