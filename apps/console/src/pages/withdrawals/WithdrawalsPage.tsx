import { consoleCalls, withdrawalStates, type ReviewedWithdrawal } from '@fft/console-contract';
import { formatAmount, formatMinute, useTexts } from '@fft/kit';
import { useState } from 'react';
import { usePages, NetworkTitle } from '../../api/index.ts';
import { Risks } from '../../features/money-check/index.ts';
import { Chips, type Column, DataTable, Split, Tag, Toolbar, Who } from '../../ui/index.ts';
import { formatTrimmed } from '../../lib/trimmed.ts';
import { treasuryTexts } from '../../i18n/treasury.ts';
import { WithdrawalPanel } from './WithdrawalPanel.tsx';

/** Withdrawals by state; those in review are decided here. */
export function WithdrawalsPage() {
  const t = useTexts(treasuryTexts);
  const [state, setState] = useState<ReviewedWithdrawal['state']>('review');
  const [open, setOpen] = useState<number | null>(null);
  const list = usePages(consoleCalls.treasury.withdrawals, { state }, { refetchIntervalMs: 10_000 });
  const shown = list.items?.find(({ id }) => id === open);
  const columns: readonly Column<ReviewedWithdrawal>[] = [
    { key: 'customer', label: t.customer, render: (row) => <Who {...row} />, lead: true },
    {
      key: 'amount',
      label: t.amount,
      render: ({ amount, coin }) => (
        <>
          <strong>{formatTrimmed(amount)}</strong> {coin}
        </>
      ),
      end: true,
    },
    { key: 'worth', label: t.worth, render: ({ worth }) => formatAmount(worth, 2), end: true },
    {
      key: 'chain',
      label: t.chain,
      render: ({ chain }) => (
        <Tag>
          <NetworkTitle of={chain} />
        </Tag>
      ),
      spare: true,
    },
    { key: 'risk', label: t.risk, render: ({ risks }) => <Risks risks={risks} />, spare: 'below' },
    { key: 'time', label: t.time, render: ({ time }) => formatMinute(time), end: true, spare: true },
  ];
  return (
    <Split panel={shown && <WithdrawalPanel key={shown.id} withdrawal={shown} onClose={() => setOpen(null)} />}>
      <Toolbar>
        <Chips
          label={t.state}
          value={state}
          onChange={setState}
          options={withdrawalStates.map((value) => ({ value, label: t.states[value] }))}
        />
      </Toolbar>
      <DataTable
        label={t.withdrawals}
        list={list}
        columns={state === 'review' ? columns : columns.filter(({ key }) => key !== 'risk')}
        keyOf={({ id }) => id}
        empty={t.none}
        open={({ id }) => setOpen(id)}
        isOpen={({ id }) => id === open}
      />
    </Split>
  );
}
