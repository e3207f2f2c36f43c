import { consoleCalls, type AssetLine } from '@fft/console-contract';
import { coverageOf, formatMinute, missing, useTexts } from '@fft/kit';
import { listFromQuery, useCall } from '../../api/index.ts';
import { DataTable, Tag } from '../../ui/index.ts';
import { formatTrimmed } from '../../lib/trimmed.ts';
import { treasuryTexts } from '../../i18n/treasury.ts';
import styles from './Treasury.module.css';

/** Owed and held amounts and fee balances, by coin. */
export function Solvency() {
  const t = useTexts(treasuryTexts);
  const query = useCall(consoleCalls.treasury.balances, {}, { refetchIntervalMs: 15_000 });
  const hasMadeUp = query.data?.assets.some(({ madeUp }) => !/^0(\.0+)?$/.test(madeUp)) ?? false;
  return (
    <>
      <DataTable
        label={t.solvency}
        list={listFromQuery(query, ({ assets }) => assets)}
        keyOf={({ coin }) => coin}
        empty={t.noAssets}
        columns={[
          { key: 'coin', label: t.coin, render: ({ coin }) => <strong>{coin}</strong>, tight: true },
          { key: 'owed', label: t.owed, render: ({ owed }) => formatTrimmed(owed), end: true },
          {
            key: 'held',
            label: t.held,
            render: ({ held }) => (held === null ? missing : formatTrimmed(held)),
            end: true,
          },
          { key: 'cover', label: t.cover, render: (line) => <Cover line={line} />, end: true },
          { key: 'leaving', label: t.leaving, render: ({ leaving }) => formatTrimmed(leaving), end: true, spare: true },
          { key: 'fees', label: t.fees, render: ({ fees }) => formatTrimmed(fees), end: true },
          {
            key: 'adjustments',
            label: t.adjustments,
            render: ({ adjustments }) => formatTrimmed(adjustments),
            end: true,
            spare: true,
          },
          ...(hasMadeUp
            ? [
                {
                  key: 'madeUp',
                  label: t.madeUp,
                  render: ({ madeUp }: AssetLine) => formatTrimmed(madeUp),
                  end: true,
                  spare: true,
                },
              ]
            : []),
        ]}
      />
      {query.data && (
        <div className={styles.note}>
          <p>{t.coverText}</p>
          {hasMadeUp && <p>{t.madeUpText}</p>}
          <p>
            {[
              query.data.treasury === null ? [] : t.treasuryAccount(query.data.treasury),
              query.data.heldAt === null ? [] : t.heldAt(formatMinute(query.data.heldAt)),
            ]
              .flat()
              .join(' · ')}
          </p>
        </div>
      )}
    </>
  );
}

function Cover({ line: { held, leaving, owed } }: { readonly line: AssetLine }) {
  const t = useTexts(treasuryTexts);
  if (held === null) return <Tag>{t.unseen}</Tag>;
  const { percent, isCovered } = coverageOf({ held, leaving, owed });
  if (!isCovered) return <Tag tone="danger">{`${t.short} ${percent ?? ''}`}</Tag>;
  return <Tag tone="good">{percent ?? t.covered}</Tag>;
}
