import { calls } from '@fft/contract';
import type { Ref } from 'react';
import { useCall } from '../../api/index.ts';
import { useDemo } from '../../features/demo/use-demo.ts';
import type { AccountKind, Holdings } from '../../features/live/holdings.ts';
import { Button, Checkbox, classes, Empty, Icon, OnceOpened } from '../../ui/kit/index.ts';
import { lazySheet } from '../../ui/lazy/index.ts';
import { assetsTexts } from '../../i18n/assets.ts';
import { useTexts } from '../../i18n/index.ts';
import { isEmpty } from './asset-list.ts';
import type { AssetListState } from './use-asset-list.ts';
import type { Amounts } from './use-amounts.ts';
import styles from './AssetList.module.css';

const AssetSheet = lazySheet(() => import('./AssetSheet.tsx').then((sheet) => sheet.AssetSheet));

const marketsOfSheet = { quiet: true, staleTimeMs: 300_000 };

const kinds: readonly AccountKind[] = ['coin', 'fiat'];

interface AccountChoiceProps {
  readonly holdings: Holdings;
  readonly list: AssetListState;
  readonly amounts: Amounts;
}

/** The two accounts with their worth. */
export function AccountChoice({ holdings, list, amounts }: AccountChoiceProps) {
  const t = useTexts(assetsTexts);
  return (
    <div className={styles.accounts} role="group" aria-label={t.accounts}>
      {kinds.map((each) => (
        <button
          key={each}
          type="button"
          className={classes(styles.account, each === list.kind && styles.chosen)}
          aria-pressed={each === list.kind}
          onClick={() => list.setKind(each)}
        >
          <span className={styles.label}>{each === 'coin' ? t.coinAccount : t.fiatAccount}</span>
          <span className={styles.worth} data-testid={`account-${each}`}>
            {amounts.show(holdings.valuation[each], 2)}
          </span>
        </button>
      ))}
    </div>
  );
}

interface AssetToolsProps {
  readonly list: AssetListState;
  readonly searchRef?: Ref<HTMLInputElement>;
}

/** The search of coins, and whether small balances are shown. */
export function AssetTools({ list, searchRef }: AssetToolsProps) {
  const t = useTexts(assetsTexts);
  return (
    <div className={styles.tools}>
      <label className={styles.search}>
        <Icon name="search" size={16} />
        <input
          ref={searchRef}
          type="text"
          aria-label={t.search}
          placeholder={t.search}
          value={list.query}
          onChange={(event) => list.setQuery(event.target.value)}
          autoComplete="off"
          spellCheck={false}
          enterKeyHint="search"
        />
      </label>
      <Checkbox checked={list.hideSmall} onChange={list.setHideSmall}>
        {t.hideSmall}
      </Checkbox>
    </div>
  );
}

/** The sheet of the coin that was pressed. It opens with the coin's markets: if they came later, they would push its actions from under a finger. */
export function OpenedAsset({ list, amounts }: { readonly list: AssetListState; readonly amounts: Amounts }) {
  const markets = useCall(calls.market.list, {}, marketsOfSheet);
  if (list.opened === undefined) return null;
  const open = list.isOpen && !markets.isPending;
  return (
    <OnceOpened open={open}>
      <AssetSheet open={open} kind={list.kind} balance={list.opened} amounts={amounts} onClose={list.close} />
    </OnceOpened>
  );
}

/** In place of an empty list. */
export function NothingHeld({ list }: { readonly list: AssetListState }) {
  const t = useTexts(assetsTexts);
  const isDemo = useDemo();
  if (list.account.every(isEmpty)) {
    return (
      <Empty drawing="wallet" title={t.noAssets}>
        {isDemo ? t.noAssetsText : t.noAssetsPlain}
      </Empty>
    );
  }
  function showAll(): void {
    list.setQuery('');
    list.setHideSmall(false);
  }
  return <Empty drawing="wallet" title={t.noMatches} action={<Button onClick={showAll}>{t.showAll}</Button>} />;
}
