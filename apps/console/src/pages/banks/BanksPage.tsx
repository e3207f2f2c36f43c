import type { HouseBankAccount } from '@fft/console-contract';
import { Icon, useParameters, useTexts } from '@fft/kit';
import { useState } from 'react';
import { useMay } from '../../api/index.ts';
import { nameOf, useBankAccounts, useSandboxBank } from '../../features/bank-money/index.ts';
import { bankTexts } from '../../i18n/banks.ts';
import { Button, Gap, Select, Split, Tabs, Toolbar } from '../../ui/index.ts';
import { AccountForm } from './AccountForm.tsx';
import { Accounts } from './Accounts.tsx';
import { Batches } from './Batches.tsx';
import styles from './Banks.module.css';
import { BatchPanel } from './BatchPanel.tsx';
import { Days } from './Days.tsx';
import { EntryPanel } from './EntryPanel.tsx';
import { Files } from './Files.tsx';
import { ImportFile } from './ImportFile.tsx';
import { NewBatch } from './NewBatch.tsx';
import { Queue } from './Queue.tsx';

const tabs = ['queue', 'files', 'batches', 'days', 'accounts'] as const;
type Tab = (typeof tabs)[number];
type FormName = 'import' | 'newBatch' | 'addAccount';

const formOf: Readonly<Record<Tab, FormName | null>> = {
  queue: 'import',
  files: 'import',
  batches: 'newBatch',
  days: null,
  accounts: 'addAccount',
};

const panels = { queue: EntryPanel, batches: BatchPanel, files: null, days: null, accounts: null } as const;

/** Bank money: entries that wait, statements, payments, reconciliation, and the exchange's accounts. */
export function BanksPage() {
  const t = useTexts(bankTexts);
  const asked = useParameters().get('tab');
  const [tab, setTab] = useState<Tab>(tabs.find((each) => each === asked) ?? 'queue');
  const [account, setAccount] = useState('');
  const [open, setOpen] = useState<number | null>(null);
  const [form, setForm] = useState<FormName | null>(null);
  const accounts = useBankAccounts();
  const all = accounts.data ?? [];
  const chosen = all.find(({ id }) => String(id) === account);
  const of = chosen === undefined ? {} : { account: chosen.id };
  const Opened = panels[tab];
  const close = (): void => setOpen(null);
  const closeForm = (): void => setForm(null);
  return (
    <Split
      panel={open !== null && Opened ? <Opened key={open} id={open} onClose={close} onOpen={setOpen} /> : undefined}
    >
      <Tabs
        label={t.tabsLabel}
        value={tab}
        onChange={(next) => {
          setTab(next);
          close();
        }}
        options={tabs.map((value) => ({ value, label: t.tabs[value] }))}
      >
        <Tools
          accounts={tab === 'accounts' ? [] : all}
          account={chosen === undefined ? '' : account}
          form={formOf[tab]}
          onAccount={(next) => {
            setAccount(next);
            close();
          }}
          onForm={setForm}
        />
        {tab === 'queue' && <Queue of={of} open={open} onOpen={setOpen} />}
        {tab === 'files' && <Files of={of} />}
        {tab === 'batches' && <Batches of={of} open={open} onOpen={setOpen} />}
        {tab === 'days' && <Days of={of} />}
        {tab === 'accounts' && <Accounts accounts={accounts} />}
      </Tabs>
      {form === 'import' && <ImportFile accounts={all} onClose={closeForm} />}
      {form === 'newBatch' && <NewBatch accounts={all} onClose={closeForm} />}
      {form === 'addAccount' && <AccountForm account={null} onClose={closeForm} />}
    </Split>
  );
}

interface ToolsProps {
  readonly accounts: readonly HouseBankAccount[];
  /** The chosen account's id; empty for all. */
  readonly account: string;
  readonly form: FormName | null;
  readonly onAccount: (account: string) => void;
  readonly onForm: (form: FormName) => void;
}

/** The filter by account, and the tab's form. */
function Tools({ accounts, account, form, onAccount, onForm }: ToolsProps) {
  const t = useTexts(bankTexts);
  const may = useMay();
  const hasForm = form !== null && may('banks.manage');
  const sandbox = useSandboxBank();
  if (accounts.length < 2 && !hasForm && sandbox === null) return null;
  return (
    <Toolbar>
      {accounts.length > 1 && (
        <Select
          label={t.account}
          labelHidden
          value={account}
          onChange={onAccount}
          options={[
            { value: '', label: t.allAccounts },
            ...accounts.map((each) => ({ value: String(each.id), label: nameOf(each) })),
          ]}
        />
      )}
      <Gap />
      {sandbox !== null && (
        <a className={styles.sandbox} href={sandbox} target="_blank" rel="noreferrer">
          {t.sandbox}
          <Icon name="chevron-right" size={16} />
        </a>
      )}
      {hasForm && (
        <Button variant="primary" icon="plus" onClick={() => onForm(form)}>
          {t[form]}
        </Button>
      )}
    </Toolbar>
  );
}
