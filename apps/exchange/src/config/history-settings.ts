import * as z from 'zod';
import { wholeNumber } from './whole-number.ts';

/** How long the journal and the tables keep what happened. */
export interface HistorySettings {
  /** Minimum retention of a journal entry; null: for ever. */
  readonly journalDays: number | null;
  /** Days after which an order that was cancelled without a fill is deleted; null: never. */
  readonly unfilledOrderDays: number | null;
  /** Time that a partition of fills and postings covers. */
  readonly partitionPeriod: 'day' | 'week' | 'month';
}

export const historyEnvironment = {
  JOURNAL_DAYS: wholeNumber(0, 36_500, 0),
  UNFILLED_ORDER_DAYS: wholeNumber(0, 36_500, 30),
  PARTITION_PERIOD: z.enum(['day', 'week', 'month']).default('month'),
};

interface Given {
  readonly JOURNAL_DAYS: number;
  readonly UNFILLED_ORDER_DAYS: number;
  readonly PARTITION_PERIOD: HistorySettings['partitionPeriod'];
}

export function historySettingsOf(given: Given): HistorySettings {
  return {
    journalDays: given.JOURNAL_DAYS === 0 ? null : given.JOURNAL_DAYS,
    unfilledOrderDays: given.UNFILLED_ORDER_DAYS === 0 ? null : given.UNFILLED_ORDER_DAYS,
    partitionPeriod: given.PARTITION_PERIOD,
  };
}
