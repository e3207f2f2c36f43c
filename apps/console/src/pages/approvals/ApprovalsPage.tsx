import { consoleCalls, type Approval } from '@fft/console-contract';
import { formatMinute, useTexts } from '@fft/kit';
import { useState } from 'react';
import { usePages } from '../../api/index.ts';
import { Chips, type Column, DataTable, Split, Tag, Toolbar } from '../../ui/index.ts';
import { approvalTexts } from '../../i18n/approvals.ts';
import { Target } from '../../features/audit-target/Target.tsx';
import { ApprovalPanel } from './ApprovalPanel.tsx';

/** Proposals that need a second operator. */
export function ApprovalsPage() {
  const t = useTexts(approvalTexts);
  const [view, setView] = useState<'open' | 'decided'>('open');
  const [openId, setOpenId] = useState<number | null>(null);
  const list = usePages(consoleCalls.operators.approvals, { open: view === 'open' }, { refetchIntervalMs: 10_000 });
  const shown = list.items?.find(({ id }) => id === openId);
  const columns: readonly Column<Approval>[] = [
    { key: 'act', label: t.act, render: ({ act }) => <strong>{t.acts[act]}</strong>, words: true },
    { key: 'target', label: t.target, render: ({ target }) => <Target of={target} /> },
    {
      key: 'proposer',
      label: t.proposer,
      render: ({ proposer, mine }) => (
        <>
          {proposer} {mine && <Tag tone="accent">{t.mine}</Tag>}
        </>
      ),
    },
    { key: 'time', label: t.time, render: ({ time }) => formatMinute(time), end: true, spare: true },
    { key: 'state', label: t.state, render: ({ state }) => <State state={state} />, end: true },
  ];
  return (
    <Split panel={shown && <ApprovalPanel key={shown.id} approval={shown} onClose={() => setOpenId(null)} />}>
      <Toolbar>
        <Chips
          label={t.filter}
          value={view}
          onChange={(value) => {
            setView(value);
            setOpenId(null);
          }}
          options={[
            { value: 'open', label: t.open },
            { value: 'decided', label: t.decided },
          ]}
        />
      </Toolbar>
      <DataTable
        label={t.list}
        list={list}
        columns={columns}
        keyOf={({ id }) => id}
        empty={view === 'open' ? t.noneOpen : t.noneDecided}
        open={({ id }) => setOpenId(id)}
        isOpen={({ id }) => id === openId}
      />
    </Split>
  );
}

function State({ state }: { readonly state: Approval['state'] }) {
  const t = useTexts(approvalTexts);
  return <Tag tone={state === 'open' ? 'warn' : state === 'done' ? 'good' : 'plain'}>{t.states[state]}</Tag>;
}
