import { type BankEntryLine, consoleCalls } from '@fft/console-contract';
import { formatAmount, useTexts } from '@fft/kit';
import { useState } from 'react';
import { usePages } from '../../api/index.ts';
import { Doubts } from '../../features/bank-money/index.ts';
import { bankTexts } from '../../i18n/banks.ts';
import { Chips, DataTable, Tag, type Tone, Toolbar } from '../../ui/index.ts';
import type { OfAccount } from './of-account.ts';

const views = ['queued', 'all'] as const;

export const entryTones: Readonly<Record<BankEntryLine['state'], Tone>> = {
  new: 'plain',
  matched: 'warn',
  credited: 'good',
  queued: 'warn',
  returning: 'warn',
  returned: 'plain',
  ignored: 'plain',
  settled: 'good',
  gaveBack: 'danger',
  split: 'plain',
  same: 'plain',
};

export interface QueueProps {
  readonly of: OfAccount;
  readonly open: number | null;
  readonly onOpen: (id: number) => void;
}

/** Entries that wait for a decision, oldest first; or all, newest first. */
export function Queue({ of, open, onOpen }: QueueProps) {
  const t = useTexts(bankTexts);
  const [view, setView] = useState<(typeof views)[number]>('queued');
  const query = view === 'queued' ? { ...of, state: 'queued' as const } : of;
  const list = usePages(consoleCalls.banks.entries, query, { refetchIntervalMs: 10_000 });
  return (
    <>
      <Toolbar>
        <Chips
          label={t.filter}
          value={view}
          onChange={setView}
          options={views.map((value) => ({ value, label: t.views[value] }))}
        />
      </Toolbar>
      <DataTable
        label={t.entries}
        list={list}
        keyOf={({ id }) => id}
        empty={view === 'queued' ? t.noQueue : t.noEntries}
        open={({ id }) => onOpen(id)}
        isOpen={({ id }) => id === open}
        columns={[
          {
            key: 'sender',
            label: t.sender,
            render: ({ name, count }) => <strong>{name ?? (count > 0 ? t.partsCount(count) : t.unknownSender)}</strong>,
            lead: true,
          },
          {
            key: 'amount',
            label: t.amount,
            render: ({ direction, amount, coin }) => `${direction === 'in' ? '+' : '−'}${formatAmount(amount)} ${coin}`,
            end: true,
            tight: true,
          },
          {
            key: 'why',
            label: view === 'queued' ? t.why : t.state,
            render: ({ doubts, state }) =>
              state === 'queued' ? <Doubts doubts={doubts} /> : <Tag tone={entryTones[state]}>{t.states[state]}</Tag>,
            spare: 'below',
          },
          { key: 'booked', label: t.booked, render: ({ booked }) => booked, end: true, spare: true, tight: true },
        ]}
      />
    </>
  );
}
