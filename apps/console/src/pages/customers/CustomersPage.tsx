import { consoleCalls } from '@fft/console-contract';
import { formatMinute, navigate, useParameters, useTexts } from '@fft/kit';
import { usePages } from '../../api/index.ts';
import { Button, Chips, type Column, DataTable, Gap, Split, Tag, Toolbar } from '../../ui/index.ts';
import { customerTexts } from '../../i18n/customers.ts';
import styles from './Customer.module.css';
import { CustomerPanel } from './CustomerPanel.tsx';
import { CustomerState, IdentityState } from './States.tsx';

type Row = NonNullable<ReturnType<typeof useCustomers>['items']>[number];

function useCustomers(q: string, onlyLocked: boolean) {
  return usePages(consoleCalls.customers.list, { ...(q !== '' && { q }), ...(onlyLocked && { locked: true }) });
}

/** Customer search. The open customer is kept in the URL. */
export function CustomersPage() {
  const t = useTexts(customerTexts);
  const parameters = useParameters();
  const q = parameters.get('q') ?? '';
  const onlyLocked = parameters.get('locked') === '1';
  const open = Number(parameters.get('id') ?? 0);
  const list = useCustomers(q, onlyLocked);

  function go(changes: Readonly<Record<string, string | null>>): void {
    const next = new URLSearchParams(parameters);
    for (const [name, value] of Object.entries(changes)) {
      if (value === null) next.delete(name);
      else next.set(name, value);
    }
    navigate(next.size === 0 ? '/customers' : `/customers?${next.toString()}`, { replace: true });
  }

  const columns: readonly Column<Row>[] = [
    { key: 'id', label: t.number, render: ({ id }) => <strong>{id}</strong>, tight: true },
    {
      key: 'name',
      label: t.name,
      render: ({ name, email, nickname }) => (
        <span className={styles.two}>
          {name ?? nickname ?? email ?? t.noAddress}
          {email !== null && (name ?? nickname) !== null && <span>{email}</span>}
        </span>
      ),
    },
    {
      key: 'nickname',
      label: t.nickname,
      render: ({ nickname }) => nickname ?? <span className={styles.none}>{t.notGiven}</span>,
      spare: true,
    },
    { key: 'identity', label: t.identity, render: ({ identity }) => <IdentityState state={identity} /> },
    { key: 'created', label: t.created, render: ({ created }) => formatMinute(created), spare: true, end: true },
    {
      key: 'lastLogin',
      label: t.lastLogin,
      render: ({ lastLogin }) => (lastLogin === null ? t.never : formatMinute(lastLogin)),
      spare: true,
      end: true,
    },
    { key: 'state', label: t.state, render: ({ locked }) => <CustomerState locked={locked} />, end: true },
  ];
  return (
    <Split
      panel={open > 0 ? <CustomerPanel key={open} id={open} onClose={() => go({ id: null, tab: null })} /> : undefined}
    >
      <Toolbar>
        <Chips
          label={t.filter}
          value={onlyLocked ? 'locked' : 'all'}
          onChange={(value) => go({ locked: value === 'locked' ? '1' : null })}
          options={[
            { value: 'all', label: t.all },
            { value: 'locked', label: t.locked },
          ]}
        />
        <Gap />
        {q !== '' && (
          <>
            <Tag tone="accent">{t.found(q)}</Tag>
            <Button variant="link" icon="close" onClick={() => go({ q: null })}>
              {t.clear}
            </Button>
          </>
        )}
      </Toolbar>
      <DataTable
        label={t.list}
        list={list}
        columns={columns}
        keyOf={({ id }) => id}
        empty={t.none}
        open={({ id }) => go({ id: String(id) })}
        isOpen={({ id }) => id === open}
      />
    </Split>
  );
}
