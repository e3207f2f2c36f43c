import { consoleCalls, type AuditRow } from '@fft/console-contract';
import { formatTimestamp, useTexts } from '@fft/kit';
import { useState } from 'react';
import { usePages } from '../../api/index.ts';
import {
  Button,
  type Column,
  DataTable,
  DetailList,
  Field,
  Panel,
  Select,
  Split,
  Tag,
  useFields,
} from '../../ui/index.ts';
import { actTexts } from '../../i18n/acts.ts';
import { auditTexts } from '../../i18n/audit.ts';
import { Target, useActWord } from '../../features/audit-target/Target.tsx';
import { targetOf, wordsOfTarget } from '../../features/audit-target/target.ts';
import styles from './Audit.module.css';

const nothing = { operator: '', act: '', target: '' };

/** The audit log, newest first. */
export function AuditPage() {
  const t = useTexts(auditTexts);
  const [wanted, setWanted] = useState(nothing);
  const [open, setOpen] = useState<number | null>(null);
  const { values, field, set } = useFields(nothing, nothing);
  const wordOf = useActWord();
  const acts = useTexts(actTexts);
  const input = Object.fromEntries(Object.entries(wanted).filter(([, value]) => value !== ''));
  const list = usePages(consoleCalls.operators.audit, input);
  const shown = list.items?.find(({ id }) => id === open);
  const columns: readonly Column<AuditRow>[] = [
    { key: 'time', label: t.time, render: ({ time }) => formatTimestamp(time), tight: true },
    { key: 'operator', label: t.operator, render: ({ operator }) => <strong>{operator}</strong>, tight: true },
    {
      key: 'act',
      label: t.act,
      render: ({ act }) => <Tag tone={act === 'refused' ? 'danger' : 'plain'}>{wordOf(act)}</Tag>,
    },
    { key: 'target', label: t.target, render: ({ target }) => <Target of={target} /> },
  ];
  return (
    <Split panel={shown && <Act key={shown.id} row={shown} onClose={() => setOpen(null)} />}>
      <form
        className={styles.filter}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          const { operator, act, target } = values;
          setWanted({ operator: operator.trim(), act, target: targetOf(target, acts) });
        }}
      >
        <Field label={t.operator} {...field('operator')} maxLength={64} />
        <Select
          label={t.act}
          value={values.act}
          onChange={(act) => set('act', act)}
          options={['', ...Object.keys(actTexts.en.acts)].map((value) => ({
            value,
            label: value === '' ? acts.everyAct : wordOf(value),
          }))}
        />
        <Field
          label={t.target}
          {...field('target')}
          maxLength={64}
          placeholder={wordsOfTarget('customer 1004', acts)}
        />
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
  const wordOf = useActWord();
  return (
    <Panel label={t.detail} title={wordOf(row.act)} line={formatTimestamp(row.time)} onClose={onClose}>
      <DetailList
        items={[
          [t.operator, row.operator],
          [t.act, <code key="act">{row.act}</code>],
          [t.target, <Target key="target" of={row.target} />],
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
