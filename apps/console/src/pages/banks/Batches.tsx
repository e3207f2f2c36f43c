import { type BankBatchLine, consoleCalls } from '@fft/console-contract';
import { formatAmount, formatMinute, useTexts } from '@fft/kit';
import { usePages } from '../../api/index.ts';
import { AccountName } from '../../features/bank-money/index.ts';
import { bankTexts } from '../../i18n/banks.ts';
import { DataTable, Tag, type Tone } from '../../ui/index.ts';
import type { OfAccount } from './of-account.ts';

export const batchTones: Readonly<Record<BankBatchLine['state'], Tone>> = {
  proposed: 'warn',
  refused: 'plain',
  released: 'good',
};

export interface BatchesProps {
  readonly of: OfAccount;
  readonly open: number | null;
  readonly onOpen: (id: number) => void;
}

/** Batches of payments, newest first. */
export function Batches({ of, open, onOpen }: BatchesProps) {
  const t = useTexts(bankTexts);
  const list = usePages(consoleCalls.banks.batches, of, { refetchIntervalMs: 10_000 });
  return (
    <DataTable
      label={t.batches}
      list={list}
      keyOf={({ id }) => id}
      empty={t.noBatches}
      open={({ id }) => onOpen(id)}
      isOpen={({ id }) => id === open}
      columns={[
        {
          key: 'id',
          label: t.tabs.batches,
          render: ({ id }) => <strong>{t.batch(id)}</strong>,
          lead: true,
          tight: true,
        },
        { key: 'account', label: t.account, render: ({ account }) => <AccountName id={account} />, spare: 'below' },
        { key: 'count', label: t.payments, render: ({ count }) => count, end: true, spare: true },
        {
          key: 'total',
          label: t.total,
          render: ({ total, coin }) => `${formatAmount(total)} ${coin}`,
          end: true,
          tight: true,
        },
        {
          key: 'state',
          label: t.state,
          render: ({ state }) => <Tag tone={batchTones[state]}>{t.batchStates[state]}</Tag>,
        },
        { key: 'time', label: t.time, render: ({ time }) => formatMinute(time), end: true, spare: true },
      ]}
    />
  );
}
