import type { CustomerDetail } from '@fft/console-contract';
import { formatAmount, useTexts } from '@fft/kit';
import { completeList } from '../../api/index.ts';
import { DataTable } from '../../ui/index.ts';
import { formatTrimmed } from '../../lib/trimmed.ts';
import { customerTexts } from '../../i18n/customers.ts';

/** The customer's balances by coin. */
export function Balances({ customer }: { readonly customer: CustomerDetail }) {
  const t = useTexts(customerTexts);
  const isFiat = customer.balances.some(({ kind }) => kind === 'fiat');
  return (
    <DataTable
      label={t.tabs.balances}
      list={completeList(customer.balances)}
      keyOf={({ kind, coin }) => `${kind} ${coin}`}
      empty={t.noBalances}
      columns={[
        { key: 'coin', label: t.coin, render: ({ coin }) => <strong>{coin}</strong> },
        ...(isFiat
          ? [{ key: 'kind', label: t.kind, render: ({ kind }: { kind: 'coin' | 'fiat' }) => t.kinds[kind] }]
          : []),
        { key: 'available', label: t.available, render: ({ available }) => formatTrimmed(available), end: true },
        { key: 'frozen', label: t.frozen, render: ({ frozen }) => formatTrimmed(frozen), end: true },
        { key: 'value', label: t.value, render: ({ value }) => formatAmount(value, 2), end: true },
      ]}
    />
  );
}
