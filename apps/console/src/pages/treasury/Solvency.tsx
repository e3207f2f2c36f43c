import { consoleCalls, type AssetLine } from '@fft/console-contract';
import { formatAmount, formatMinute, useTexts } from '@fft/kit';
import { listFromQuery, useCall } from '../../api/index.ts';
import { DataTable, Tag } from '../../ui/index.ts';
import { isCovered } from './cover.ts';
import { treasuryTexts } from '../../i18n/treasury.ts';
import styles from './Treasury.module.css';

/** Owed and held amounts and fee balances, by coin. */
export function Solvency() {
  const t = useTexts(treasuryTexts);
  const query = useCall(consoleCalls.treasury.balances, {}, { refetchIntervalMs: 15_000 });
  return (
    <>
      <DataTable
        label={t.solvency}
        list={listFromQuery(query, ({ assets }) => assets)}
        keyOf={({ coin }) => coin}
        empty={t.noAssets}
        columns={[
          { key: 'coin', label: t.coin, render: ({ coin }) => <strong>{coin}</strong> },
          { key: 'customers', label: t.customers, render: ({ customers }) => formatAmount(customers), end: true },
          { key: 'fees', label: t.fees, render: ({ fees }) => formatAmount(fees), end: true },
          {
            key: 'adjustments',
            label: t.adjustments,
            render: ({ adjustments }) => formatAmount(adjustments),
            end: true,
            spare: true,
          },
          { key: 'owed', label: t.owed, render: ({ owed }) => formatAmount(owed), end: true },
          { key: 'held', label: t.held, render: ({ held }) => formatAmount(held), end: true },
          { key: 'cover', label: t.cover, render: (line) => <Cover line={line} />, end: true },
        ]}
      />
      {query.data && (
        <p className={styles.note}>
          {query.data.treasury !== null && t.treasuryAccount(query.data.treasury)}
          {query.data.heldAt !== null && ` · ${t.heldAt(formatMinute(query.data.heldAt))}`}
        </p>
      )}
    </>
  );
}

function Cover({ line: { held, owed } }: { readonly line: AssetLine }) {
  const t = useTexts(treasuryTexts);
  if (held === null) return <Tag>{t.unseen}</Tag>;
  return isCovered(held, owed) ? <Tag tone="good">{t.covered}</Tag> : <Tag tone="danger">{t.short}</Tag>;
}
