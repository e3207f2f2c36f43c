import { useState } from 'react';
import { useDemo } from '../../features/demo/use-demo.ts';
import { hidden } from '../../lib/format/index.ts';
import { classes, Icon, IconButton, type IconName, OnceOpened } from '../../ui/kit/index.ts';
import { lazySheet } from '../../ui/lazy/index.ts';
import type { Valuation } from '../../features/live/holdings.ts';
import { Link } from '../../lib/routing/index.ts';
import { assetsTexts } from '../../i18n/assets.ts';
import { worthTexts } from '../../i18n/worth.ts';
import { useTexts } from '../../i18n/index.ts';
import { useLocalValue } from '../../features/market-data/use-local-value.ts';
import { DayGain } from '../../features/balances/DayGain.tsx';
import { useHideAmounts } from '../../features/balances/hide-amounts.ts';
import styles from './TotalValue.module.css';

const FaucetSheet = lazySheet(() =>
  import('../../features/balances/FaucetSheet.tsx').then((sheet) => sheet.FaucetSheet),
);

/** Total value of all assets, with actions. */
export function TotalValue({ valuation }: { readonly valuation: Valuation }) {
  const t = useTexts(assetsTexts);
  const { profit } = useTexts(worthTexts);
  const amounts = useHideAmounts();
  const local = useLocalValue();
  return (
    <section className={styles.total} aria-label={t.total}>
      <p className={styles.head}>
        {t.total}
        <IconButton
          icon={amounts.isHidden ? 'eye-off' : 'eye'}
          label={amounts.isHidden ? t.show : t.hide}
          size={18}
          className={styles.eye}
          onClick={amounts.toggle}
        />
      </p>
      <p className={styles.figure}>
        <span className={styles.amount} data-testid="assets-total">
          {amounts.show(valuation.total, 2)}
        </span>
        <span className={styles.unit}>USDT</span>
      </p>
      <div className={styles.second}>
        <p className={styles.local}>≈ {amounts.isHidden ? hidden : local(valuation.total)}</p>
        <Link to="/pages/assets/profit" className={styles.profit} title={profit}>
          <DayGain isHidden={amounts.isHidden} />
          <Icon name="chevron-right" size={14} />
        </Link>
      </div>
      <Actions />
    </section>
  );
}

const places: readonly {
  readonly name: 'deposit' | 'withdraw' | 'transfer' | 'statement';
  readonly icon: IconName;
  readonly path: string;
}[] = [
  { name: 'deposit', icon: 'deposit', path: '/pages/deposit/charge' },
  { name: 'withdraw', icon: 'withdraw', path: '/pages/deposit/withdraw' },
  { name: 'transfer', icon: 'transfer', path: '/pages/transfer/index' },
  { name: 'statement', icon: 'statement', path: '/pages/assets/coinbill' },
];

function Actions() {
  const t = useTexts(assetsTexts);
  const isDemo = useDemo();
  const [open, setOpen] = useState(false);
  return (
    <div className={styles.actions}>
      {isDemo && (
        <>
          <button
            type="button"
            className={classes(styles.action, styles.main)}
            aria-haspopup="dialog"
            onClick={() => setOpen(true)}
          >
            <Icon name="gift" size={20} />
            {t.getCoins}
          </button>
          <OnceOpened open={open}>
            <FaucetSheet open={open} coin="USDT" onClose={() => setOpen(false)} />
          </OnceOpened>
        </>
      )}
      {places.map(({ name, icon, path }) => (
        <Link key={name} className={styles.action} to={path}>
          <Icon name={icon} size={20} />
          {t[name]}
        </Link>
      ))}
    </div>
  );
}
