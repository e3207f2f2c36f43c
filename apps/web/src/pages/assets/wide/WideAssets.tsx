import { useRef } from 'react';
import { WidePage } from '../../../features/account/WidePage.tsx';
import { useValuedHoldings } from '../../../features/live/balances.ts';
import type { Holdings } from '../../../features/live/holdings.ts';
import { CurrencyChoice } from '../../../features/market-data/CurrencyChoice.tsx';
import { BankRows } from '../../../features/money/BankRows.tsx';
import { Delayed, ErrorState } from '../../../ui/kit/index.ts';
import { assetsTexts } from '../../../i18n/assets.ts';
import { useTexts } from '../../../i18n/index.ts';
import { Allocation } from '../Allocation.tsx';
import { AccountChoice, AssetTools, NothingHeld, OpenedAsset } from '../asset-list-parts.tsx';
import { AssetsSkeleton } from '../AssetsSkeleton.tsx';
import { StaleAssets } from '../StaleAssets.tsx';
import { TotalValue } from '../TotalValue.tsx';
import { useAmounts } from '../use-amounts.ts';
import { useAssetList } from '../use-asset-list.ts';
import { AssetTable } from './AssetTable.tsx';
import { RecentMoves } from './RecentMoves.tsx';
import styles from './WideAssets.module.css';

/** The customer's assets in a wide window: a table that sorts by its headings, beside it the total, the allocation and the newest changes. */
export function WideAssets() {
  const t = useTexts(assetsTexts);
  const { holdings, refresh } = useValuedHoldings();
  const { status, value, at, error } = holdings;
  const search = useRef<HTMLInputElement>(null);
  return (
    <WidePage
      title={t.title}
      current="assets"
      busy={value === null}
      onSearch={() => search.current?.focus()}
      tools={<CurrencyChoice look="small" />}
    >
      {value === null ? (
        status === 'failed' ? (
          <ErrorState error={error} onRetry={refresh} />
        ) : (
          <Delayed>
            <AssetsSkeleton />
          </Delayed>
        )
      ) : (
        <>
          {status === 'failed' && <StaleAssets at={at} onRetry={refresh} />}
          <Columns holdings={value} search={search} />
        </>
      )}
    </WidePage>
  );
}

interface ColumnsProps {
  readonly holdings: Holdings;
  readonly search: React.RefObject<HTMLInputElement | null>;
}

function Columns({ holdings, search }: ColumnsProps) {
  const amounts = useAmounts();
  const list = useAssetList(holdings);
  return (
    <div className={styles.columns}>
      <div className={styles.main}>
        <div className={styles.head}>
          <AccountChoice holdings={holdings} list={list} amounts={amounts} />
          <AssetTools list={list} searchRef={search} />
        </div>
        {list.kind === 'fiat' && <BankRows />}
        {list.shown.length === 0 ? (
          <NothingHeld list={list} />
        ) : (
          <AssetTable
            balances={list.shown}
            account={list.account}
            kind={list.kind}
            amounts={amounts}
            onOpen={list.open}
          />
        )}
        <OpenedAsset list={list} amounts={amounts} />
      </div>
      <aside className={styles.side}>
        <div className={styles.card}>
          <TotalValue valuation={holdings.valuation} />
        </div>
        <Allocation holdings={holdings} />
        <RecentMoves kind={list.kind} />
      </aside>
    </div>
  );
}
