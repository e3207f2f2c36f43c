import type { FlowRecord } from '@fft/contract';
import { type DateRange, everyDay } from '../../ui/dates/index.ts';

/** Null is everything. */
export interface Filter {
  readonly coin: string | null;
  readonly type: FlowRecord['type'] | null;
  readonly dates: DateRange;
}

export const noFilter: Filter = { coin: null, type: null, dates: everyDay };

export const flowTypes: readonly FlowRecord['type'][] = [
  'deposit',
  'withdraw',
  'trade',
  'fee',
  'transfer',
  'reward',
  'adjust',
];

export type StatementAccount = 'coin' | 'fiat';
