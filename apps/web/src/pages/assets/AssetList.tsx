import { BankRows } from '../../features/money/BankRows.tsx';
import type { Holdings } from '../../features/live/holdings.ts';
import { AccountChoice, AssetTools, NothingHeld, OpenedAsset } from './asset-list-parts.tsx';
import { AssetRow } from './AssetRow.tsx';
import { useAmounts } from './use-amounts.ts';
import { useAssetList } from './use-asset-list.ts';
import styles from './AssetList.module.css';

/** The coins of an account, with the choice of account. */
export function AssetList({ holdings }: { readonly holdings: Holdings }) {
  const amounts = useAmounts();
  const list = useAssetList(holdings);
  return (
    <>
      <AccountChoice holdings={holdings} list={list} amounts={amounts} />
      {list.kind === 'fiat' && <BankRows />}
      <AssetTools list={list} />
      {list.shown.length === 0 ? (
        <NothingHeld list={list} />
      ) : (
        <ul className={styles.list}>
          {list.shown.map((balance) => (
            <AssetRow key={balance.coin} balance={balance} amounts={amounts} onOpen={list.open} />
          ))}
        </ul>
      )}
      <OpenedAsset list={list} amounts={amounts} />
    </>
  );
}
