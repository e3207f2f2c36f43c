import { consoleCalls, type AuditRow } from '@fft/console-contract';
import { formatMoment, useTexts } from '@fft/kit';
import { useState } from 'react';
import { usePages } from '../../api/index.ts';
import { Button, type Column, DataTable, Facts, Field, Panel, Split, Tag, useFields } from '../../kit/index.ts';
import { auditTexts } from '../../texts/audit.ts';
import styles from './Audit.module.css';

const nothing = { operator: '', act: '', target: '' };

/** What operators did, the newest first. */
export function AuditPage() {
  const t = useTexts(auditTexts);
  const [wanted, setWanted] = useState(nothing);
  const [open, setOpen] = useState<number | null>(null);
  const { values, field } = useFields(nothing, nothing);
  const input = Object.fromEntries(Object.entries(wanted).filter(([, value]) => value !== ''));
  const list = usePages(consoleCalls.operators.audit, input);
  const shown = list.items?.find(({ id }) => id === open);
  const columns: readonly Column<AuditRow>[] = [
    { key: 'time', label: t.time, render: ({ time }) => formatMoment(time) },
    { key: 'operator', label: t.operator, render: ({ operator }) => <strong>{operator}</strong> },
    { key: 'act', label: t.act, render: ({ act }) => <Tag tone={act === 'refused' ? 'danger' : 'plain'}>{act}</Tag> },
    { key: 'target', label: t.target, render: ({ target }) => target },
  ];
  return (
    <Split panel={shown && <Act key={shown.id} row={shown} onClose={() => setOpen(null)} />}>
      <form
        className={styles.filter}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          const { operator, act, target } = values;
          setWanted({ operator: operator.trim(), act: act.trim(), target: target.trim() });
        }}
      >
        <Field label={t.operator} {...field('operator')} maxLength={64} />
        <Field label={t.act} {...field('act')} maxLength={64} />
        <Field label={t.target} {...field('target')} maxLength={64} />
        <Button type="submit" icon="search">
          {t.search}
        </Button>
      </form>
      <DataTable
        label={t.list}
        list={list}
        columns={columns}
        keyOf={({ id }) => id}
        empty={t.none}
        open={({ id }) => setOpen(id)}
        isOpen={({ id }) => id === open}
        foot={t.appendOnly}
      />
    </Split>
  );
}

function Act({ row, onClose }: { readonly row: AuditRow; readonly onClose: () => void }) {
  const t = useTexts(auditTexts);
  return (
    <Panel label={t.detail} title={row.act} line={formatMoment(row.time)} onClose={onClose}>
      <Facts
        of={[
          [t.operator, row.operator],
          [t.target, row.target],
        ]}
      />
      {(['before', 'after'] as const).map((side) => (
        <section key={side}>
          <h3 className={styles.heading}>{t[side]}</h3>
          <pre className={styles.json}>{row[side] == null ? t.nothing : JSON.stringify(row[side], null, 2)}</pre>
        </section>
      ))}
    </Panel>
  );
}
