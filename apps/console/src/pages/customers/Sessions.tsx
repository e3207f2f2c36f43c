import type { CustomerDetail } from '@fft/console-contract';
import { formatMinute, useTexts } from '@fft/kit';
import { completeList } from '../../api/index.ts';
import { DataTable } from '../../ui/index.ts';
import { customerTexts } from '../../i18n/customers.ts';
import styles from './Customer.module.css';

/** The customer's active sessions. */
export function Sessions({ customer }: { readonly customer: CustomerDetail }) {
  const t = useTexts(customerTexts);
  return (
    <DataTable
      label={t.tabs.sessions}
      list={completeList(customer.sessions)}
      keyOf={({ created, ip }) => `${created} ${ip}`}
      empty={t.noSessions}
      columns={[
        {
          key: 'device',
          label: t.device,
          render: ({ userAgent, ip }) => (
            <span className={styles.two}>
              {userAgent === '' ? '--' : userAgent}
              <span>{ip}</span>
            </span>
          ),
        },
        { key: 'used', label: t.used, render: ({ used }) => formatMinute(used), end: true },
      ]}
    />
  );
}
