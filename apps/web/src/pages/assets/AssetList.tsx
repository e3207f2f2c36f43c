import { useCallback, useState } from 'react';
import { useDemo } from '../../features/demo/use-demo.ts';
import { BankRows } from '../../features/money/BankRows.tsx';
import { Button, Checkbox, classes, Empty, Icon, OnceOpened } from '../../ui/kit/index.ts';
import { lazySheet } from '../../ui/lazy/index.ts';
import type { AccountKind, Holdings } from '../../features/live/holdings.ts';
import { assetsTexts } from '../../i18n/assets.ts';
import { useTexts } from '../../i18n/index.ts';
import { isEmpty, listAssets } from './asset-list.ts';
import { AssetRow } from './AssetRow.tsx';
import { useAmounts } from './use-amounts.ts';
import styles from './AssetList.module.css';

const AssetSheet = lazySheet(() => import('./AssetSheet.tsx').then((sheet) => sheet.AssetSheet));

const kinds: readonly AccountKind[] = ['coin', 'fiat'];

/** The coins of an account, with the choice of account. */
export function AssetList({ holdings }: { readonly holdings: Holdings }) {
  const t = useTexts(assetsTexts);
  const amounts = useAmounts();
  const [kind, setKind] = useState<AccountKind>('coin');
  const [query, setQuery] = useState('');
  const [hideSmall, setHideSmall] = useState(false);
  const [opened, setOpened] = useState<string | null>(null);
  const [open, setOpen] = useState(false);
  const account = holdings.accounts[kind];
  const balance = account.find(({ coin }) => coin === opened);
  const shown = listAssets(account, { query, hideSmall, withEmpty: kind === 'coin' });

  const openCoin = useCallback((coin: string) => {
    setOpened(coin);
    setOpen(true);
  }, []);

  return (
    <>
      <div className={styles.accounts} role="group" aria-label={t.accounts}>
        {kinds.map((each) => (
          <button
            key={each}
            type="button"
            className={classes(styles.account, each === kind && styles.chosen)}
            aria-pressed={each === kind}
            onClick={() => setKind(each)}
          >
            <span className={styles.label}>{each === 'coin' ? t.coinAccount : t.fiatAccount}</span>
            <span className={styles.worth} data-testid={`account-${each}`}>
              {amounts.show(holdings.valuation[each], 2)}
            </span>
          </button>
        ))}
      </div>
      {kind === 'fiat' && <BankRows />}
      <div className={styles.tools}>
        <label className={styles.search}>
          <Icon name="search" size={16} />
          <input
            type="text"
            aria-label={t.search}
            placeholder={t.search}
            value={query}
            onChange={(event) => setQuery(event.target.value)}
            autoComplete="off"
            spellCheck={false}
            enterKeyHint="search"
          />
        </label>
        <Checkbox checked={hideSmall} onChange={setHideSmall}>
          {t.hideSmall}
        </Checkbox>
      </div>
      {shown.length === 0 ? (
        <NothingHeld
          nothingAtAll={account.every(isEmpty)}
          onShowAll={() => {
            setQuery('');
            setHideSmall(false);
          }}
        />
      ) : (
        <ul className={styles.list}>
          {shown.map((balance) => (
            <AssetRow key={balance.coin} balance={balance} amounts={amounts} onOpen={openCoin} />
          ))}
        </ul>
      )}
      {balance && (
        <OnceOpened open={open}>
          <AssetSheet open={open} kind={kind} balance={balance} amounts={amounts} onClose={() => setOpen(false)} />
        </OnceOpened>
      )}
    </>
  );
}

function NothingHeld({ nothingAtAll, onShowAll }: { readonly nothingAtAll: boolean; readonly onShowAll: () => void }) {
  const t = useTexts(assetsTexts);
  const isDemo = useDemo();
  if (nothingAtAll) {
    return (
      <Empty drawing="wallet" title={t.noAssets}>
        {isDemo ? t.noAssetsText : t.noAssetsPlain}
      </Empty>
    );
  }
  return <Empty drawing="wallet" title={t.noMatches} action={<Button onClick={onShowAll}>{t.showAll}</Button>} />;
}
