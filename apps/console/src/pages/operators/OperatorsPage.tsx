import { consoleCalls, type Operator } from '@fft/console-contract';
import { formatMinute, useTexts } from '@fft/kit';
import { useState } from 'react';
import { listFromQuery, useCall, useMay, useMe } from '../../api/index.ts';
import { Button, type Column, DataTable, Gap, Split, Tag, Toolbar } from '../../ui/index.ts';
import { operatorTexts } from '../../i18n/operators.ts';
import { shellTexts } from '../../i18n/shell.ts';
import { Invite } from './Invite.tsx';
import { OperatorPanel } from './OperatorPanel.tsx';
import { OperatorState } from './OperatorState.tsx';

/** All operators and their roles. */
export function OperatorsPage() {
  const t = useTexts(operatorTexts);
  const { roles } = useTexts(shellTexts);
  const may = useMay();
  const me = useMe();
  const [open, setOpen] = useState<number | null>(null);
  const [inviting, setInviting] = useState(false);
  const query = useCall(consoleCalls.operators.list, {});
  const shown = query.data?.find(({ id }) => id === open);
  const columns: readonly Column<Operator>[] = [
    {
      key: 'name',
      label: t.name,
      render: ({ id, name }) => (
        <>
          <strong>{name}</strong> {id === me.id && <Tag tone="accent">{t.you}</Tag>}
        </>
      ),
    },
    { key: 'role', label: t.role, render: ({ role }) => roles[role], tight: true },
    { key: 'created', label: t.created, render: ({ created }) => formatMinute(created), end: true, spare: true },
    {
      key: 'lastLogin',
      label: t.lastLogin,
      render: ({ lastLogin }) => (lastLogin === null ? t.never : formatMinute(lastLogin)),
      end: true,
    },
    { key: 'state', label: t.state, render: (operator) => <OperatorState operator={operator} />, end: true },
  ];
  return (
    <Split panel={shown && <OperatorPanel key={shown.id} operator={shown} onClose={() => setOpen(null)} />}>
      {may('operators.change') && (
        <Toolbar>
          <Gap />
          <Button variant="primary" icon="plus" onClick={() => setInviting(true)}>
            {t.invite}
          </Button>
        </Toolbar>
      )}
      <DataTable
        label={t.list}
        list={listFromQuery(query, (operators) => operators)}
        columns={columns}
        keyOf={({ id }) => id}
        empty={t.none}
        open={({ id }) => setOpen(id)}
        isOpen={({ id }) => id === open}
      />
      {inviting && <Invite onClose={() => setInviting(false)} />}
    </Split>
  );
}
