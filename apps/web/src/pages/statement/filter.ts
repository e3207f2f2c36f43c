import type { StatementLine } from '@fft/contract';
import { type DateRange, everyDay } from '../../ui/dates/index.ts';

/** Null matches everything. */
export interface Filter {
  readonly coin: string | null;
  readonly type: StatementLine['type'] | null;
  readonly dates: DateRange;
}

export const noFilter: Filter = { coin: null, type: null, dates: everyDay };

export type StatementAccount = 'coin' | 'fiat';

/** What each account can be filtered by: trades are in the coin account, the banks' money in the fiat account. */
export const flowTypes: Readonly<Record<StatementAccount, readonly StatementLine['type'][]>> = {
  coin: ['deposit', 'withdraw', 'trade', 'fee', 'transfer', 'reward', 'adjust'],
  fiat: ['bankDeposit', 'bankPayout', 'transfer', 'deposit', 'withdraw', 'fee', 'reward', 'adjust'],
};
