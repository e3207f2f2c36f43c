import { consoleCalls } from '@fft/console-contract';
import { formatAmount, formatMinute, useTexts } from '@fft/kit';
import { useState } from 'react';
import { usePages } from '../../api/index.ts';
import { Chips, DataTable } from '../../ui/index.ts';
import { customerTexts } from '../../i18n/customers.ts';
import styles from './Customer.module.css';

const kinds = ['coin', 'fiat'] as const;

/** Changes of the customer's balances, newest first. */
export function Statement({ customer }: { readonly customer: number }) {
  const t = useTexts(customerTexts);
  const [kind, setKind] = useState<(typeof kinds)[number]>('coin');
  const list = usePages(consoleCalls.customers.statement, { id: customer, kind });
  return (
    <>
      <Chips
        label={t.kind}
        value={kind}
        onChange={setKind}
        options={kinds.map((value) => ({ value, label: t.kinds[value] }))}
      />
      <DataTable
        label={t.tabs.statement}
        list={list}
        keyOf={({ id }) => id}
        empty={t.noLines}
        columns={[
          {
            key: 'type',
            label: t.type,
            render: ({ type, time }) => (
              <span className={styles.two}>
                {t.lineTypes[type]}
                <span>{formatMinute(time)}</span>
              </span>
            ),
          },
          {
            key: 'amount',
            label: t.change,
            render: ({ amount, coin }) => `${formatAmount(amount)} ${coin}`,
            end: true,
          },
          { key: 'balance', label: t.after, render: ({ balance }) => formatAmount(balance), end: true },
        ]}
      />
    </>
  );
}
