import { type BankDayLine, bankProblemIn, consoleCalls } from '@fft/console-contract';
import { formatAmount, useLang, useTexts } from '@fft/kit';
import { useState } from 'react';
import { useAct, useCall, useMay, listFromQuery } from '../../api/index.ts';
import { AccountName } from '../../features/bank-money/index.ts';
import { bankTexts } from '../../i18n/banks.ts';
import {
  Button,
  Callout,
  Chips,
  DataTable,
  DetailList,
  Dialog,
  Field,
  Tag,
  Toolbar,
  useFields,
} from '../../ui/index.ts';
import type { OfAccount } from './of-account.ts';
import styles from './Banks.module.css';

const views = ['all', 'broken'] as const;
/** More than two months of one account. */
const daysShown = 70;

const isBreak = ({ problem, explanation }: BankDayLine): boolean => problem !== null && explanation === null;

/** Each day of each account: the bank against the ledger. */
export function Days({ of }: { readonly of: OfAccount }) {
  const t = useTexts(bankTexts);
  const may = useMay();
  const [view, setView] = useState<(typeof views)[number]>('all');
  const [opened, setOpened] = useState<BankDayLine | null>(null);
  const input = { ...of, broken: view === 'broken', limit: daysShown };
  const query = useCall(consoleCalls.banks.days, input, { refetchIntervalMs: 15_000 });
  return (
    <>
      <Toolbar>
        <Chips
          label={t.filter}
          value={view}
          onChange={setView}
          options={views.map((value) => ({ value, label: t.dayViews[value] }))}
        />
      </Toolbar>
      {query.data?.items.some(isBreak) && <Callout tone="danger">{t.stopped}</Callout>}
      <DataTable
        label={t.days}
        list={listFromQuery(query, ({ items }) => items)}
        keyOf={({ account, day }) => `${account} ${day}`}
        empty={view === 'broken' ? t.noBreaks : t.noDays}
        columns={[
          {
            key: 'day',
            label: t.day,
            render: ({ day, account }) => (
              <>
                <strong>{day}</strong>
                <br />
                <span className={styles.weak}>
                  <AccountName id={account} />
                </span>
              </>
            ),
            lead: true,
          },
          { key: 'opening', label: t.opening, render: ({ opening }) => formatAmount(opening), end: true, spare: true },
          {
            key: 'entries',
            label: `${t.moneyIn} / ${t.moneyOut}`,
            render: ({ moneyIn, moneyOut }) => (
              <>
                +{formatAmount(moneyIn)}
                <br />−{formatAmount(moneyOut)}
              </>
            ),
            end: true,
            spare: true,
          },
          { key: 'closing', label: t.closing, render: ({ closing }) => formatAmount(closing), end: true },
          {
            key: 'ledger',
            label: `${t.ledger} / ${t.other}`,
            render: ({ ledger, other }) => (
              <>
                {formatAmount(ledger)}
                <br />
                {formatAmount(other)}
              </>
            ),
            end: true,
            spare: true,
          },
          {
            key: 'difference',
            label: t.difference,
            render: (line) => <Difference line={line} mayExplain={may('banks.manage')} onExplain={setOpened} />,
            spare: 'below',
          },
        ]}
      />
      {opened && <Explain line={opened} onClose={() => setOpened(null)} />}
    </>
  );
}

interface DifferenceProps {
  readonly line: BankDayLine;
  readonly mayExplain: boolean;
  readonly onExplain: (line: BankDayLine) => void;
}

function Difference({ line, mayExplain, onExplain }: DifferenceProps) {
  const t = useTexts(bankTexts);
  const lang = useLang();
  const { difference, problem, explanation, explainedBy, coin } = line;
  if (problem === null) return <Tag tone="good">{t.agrees}</Tag>;
  return (
    <>
      <Tag tone={explanation === null ? 'danger' : 'plain'}>
        {explanation === null ? `${formatAmount(difference)} ${coin}` : t.explained}
      </Tag>{' '}
      <span className={styles.weak}>
        {explanation === null ? bankProblemIn(lang, problem) : `${explanation} (${explainedBy ?? ''})`}
      </span>{' '}
      {explanation === null && mayExplain && (
        <Button size="small" onClick={() => onExplain(line)}>
          {t.explain}
        </Button>
      )}
    </>
  );
}

function Explain({ line, onClose }: { readonly line: BankDayLine; readonly onClose: () => void }) {
  const t = useTexts(bankTexts);
  const lang = useLang();
  const { account, day, difference, coin, problem } = line;
  const explain = useAct(consoleCalls.banks.explainDay, { successMessage: t.proposed, onDone: onClose });
  const { values, field } = useFields({ explanation: '' }, explain.fields);
  return (
    <Dialog
      title={t.explain}
      onClose={onClose}
      confirm={{ label: t.propose, busy: explain.busy, onPress: () => explain.run({ account, day, ...values }) }}
    >
      <DetailList
        items={[
          [t.account, <AccountName key="account" id={account} />],
          [t.day, day],
          [t.difference, `${formatAmount(difference)} ${coin}`],
          [t.why, bankProblemIn(lang, problem ?? '')],
        ]}
      />
      <Callout tone="warn">{t.explainText}</Callout>
      <Field label={t.explanation} {...field('explanation')} maxLength={200} />
    </Dialog>
  );
}
