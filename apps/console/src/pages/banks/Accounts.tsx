import type { HouseBankAccount } from '@fft/console-contract';
import { type CallError, formatAmount, missing, useTexts } from '@fft/kit';
import type { UseQueryResult } from '@tanstack/react-query';
import { useState } from 'react';
import { listFromQuery, useMay } from '../../api/index.ts';
import { bankTexts } from '../../i18n/banks.ts';
import { DataTable, Tag } from '../../ui/index.ts';
import { AccountForm } from './AccountForm.tsx';
import styles from './Banks.module.css';

export interface AccountsProps {
  readonly accounts: UseQueryResult<HouseBankAccount[], CallError>;
}

/** The exchange's bank accounts, with the latest balance of each. */
export function Accounts({ accounts }: AccountsProps) {
  const t = useTexts(bankTexts);
  const may = useMay();
  const [openId, setOpenId] = useState<number | null>(null);
  const open = accounts.data?.find(({ id }) => id === openId);
  return (
    <>
      <DataTable
        label={t.accounts}
        list={listFromQuery(accounts, (all) => all)}
        keyOf={({ id }) => id}
        empty={t.noAccounts}
        {...(may('banks.manage') && { open: ({ id }: HouseBankAccount) => setOpenId(id) })}
        columns={[
          {
            key: 'account',
            label: t.account,
            render: ({ coin, bankName, number }) => (
              <>
                <strong>
                  {coin} · {bankName}
                </strong>
                <br />
                <span className={styles.long}>{number}</span>
              </>
            ),
            lead: true,
          },
          {
            key: 'listed',
            label: t.state,
            render: ({ genuine, listed }) =>
              genuine ? (
                <Tag tone={listed ? 'good' : 'plain'}>{listed ? t.listedStates.yes : t.listedStates.no}</Tag>
              ) : (
                <Tag tone="danger">{t.alteredRow}</Tag>
              ),
          },
          {
            key: 'cutOff',
            label: t.cutOff,
            render: ({ cutOff, timeZone }) => `${cutOff} ${timeZone}`,
            spare: true,
          },
          {
            key: 'closing',
            label: t.latest,
            render: ({ closing, closingDay, coin }) =>
              closing === null ? (
                missing
              ) : (
                <>
                  {formatAmount(closing)} {coin}
                  <br />
                  <span className={styles.weak}>{t.latestOf(closingDay ?? '')}</span>
                </>
              ),
            end: true,
            spare: 'below',
          },
          { key: 'queued', label: t.queued, render: ({ queued }) => queued, end: true, spare: true },
        ]}
      />
      {open && <AccountForm key={open.id} account={open} onClose={() => setOpenId(null)} />}
    </>
  );
}
