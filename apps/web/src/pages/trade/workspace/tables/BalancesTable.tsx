import type { Balance } from '@fft/contract';
import { useMemo } from 'react';
import { formatAmount, formatBalance } from '../../../../lib/format/index.ts';
import { Empty, ErrorState } from '../../../../ui/kit/index.ts';
import { useHoldings } from '../../../../features/live/balances.ts';
import { signOf } from '../../../../lib/exact.ts';
import { workspaceTexts } from '../../../../i18n/workspace.ts';
import { workspaceTableTexts } from '../../../../features/orders/tables/workspace-tables-texts.ts';
import { useTexts } from '../../../../i18n/index.ts';
import { byDecimal, byText } from '../../../../features/tables/by.ts';
import { RowsLoading } from './RowsLoading.tsx';
import { type Column, SortTable } from '../../../../features/tables/SortTable.tsx';

const byValue = byDecimal(({ value }: Balance) => value);

/** The coins that the customer holds in the account that orders trade from, the most valuable first. */
export function BalancesTable() {
  const t = useTexts(workspaceTexts);
  const holdings = useHoldings();
  const coins = holdings?.value?.accounts.coin;
  const held = useMemo(
    () => (coins ?? []).filter(({ total }) => signOf(total) !== 0).toSorted((a, b) => byValue(b, a)),
    [coins],
  );
  const { columns: c, noBalances, noBalancesText } = useTexts(workspaceTableTexts);
  const amount = (id: 'available' | 'frozen' | 'total', of: (balance: Balance) => string): Column<Balance> => ({
    id,
    title: c[id],
    renderCell: (balance) => formatBalance(of(balance), balance.coin),
    compare: byDecimal(of),
  });
  const columns: readonly Column<Balance>[] = [
    { id: 'coin', title: c.coin, isText: true, renderCell: ({ coin }) => coin, compare: byText(({ coin }) => coin) },
    amount('available', ({ usable }) => usable),
    amount('frozen', ({ frozen }) => frozen),
    amount('total', ({ total }) => total),
    { id: 'value', title: c.value, renderCell: ({ value }) => formatAmount(value), compare: byValue },
  ];
  if (coins === undefined) {
    return holdings?.status === 'failed' ? <ErrorState error={holdings.error} /> : <RowsLoading />;
  }
  if (held.length === 0) return <Empty title={noBalances}>{noBalancesText}</Empty>;
  return (
    <SortTable
      label={t.tables.balances}
      columns={columns}
      rows={held}
      keyOf={({ coin }) => coin}
      testId="balance-row"
    />
  );
}
