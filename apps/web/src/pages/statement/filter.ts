import type { StatementLine } from '@fft/contract';
import { type DateRange, everyDay } from '../../ui/dates/index.ts';

/** Null matches everything. */
export interface Filter {
  readonly coin: string | null;
  readonly type: StatementLine['type'] | null;
  readonly dates: DateRange;
}

export const noFilter: Filter = { coin: null, type: null, dates: everyDay };

export const flowTypes: readonly StatementLine['type'][] = [
  'deposit',
  'withdraw',
  'trade',
  'fee',
  'transfer',
  'reward',
  'adjust',
];

export type StatementAccount = 'coin' | 'fiat';
