import type { Balance } from '@fft/contract';
import { memo } from 'react';
import { CoinMark } from '../../market-data/CoinMark.tsx';
import { signOf } from '../../market-data/exact.ts';
import { assetsTexts } from '../../texts/assets.ts';
import { useTexts } from '../../texts/index.ts';
import { isEmpty } from './asset-list.ts';
import { classes } from '../../kit/index.ts';
import type { HideAmounts } from './hide-amounts.ts';
import styles from './AssetRow.module.css';

export interface AssetRowProps {
  readonly balance: Balance;
  readonly show: HideAmounts['show'];
}

/** One coin: how much, what it is worth, and, where something is frozen, how much of it can be used. */
export const AssetRow = memo(function AssetRow({ balance, show }: AssetRowProps) {
  const t = useTexts(assetsTexts);
  const { coin, name, usable, frozen, total, value } = balance;
  const holdsFrozen = signOf(frozen) > 0;
  return (
    <li className={classes(styles.row, isEmpty(balance) && styles.empty)}>
      <CoinMark coin={coin} />
      <div className={styles.name}>
        <p className={styles.coin}>{coin}</p>
        <p className={styles.second}>{name}</p>
      </div>
      <div className={styles.figures}>
        <p className={styles.total} {...(!holdsFrozen && { 'data-testid': `balance-${coin}-usable` })}>
          {show(total)}
        </p>
        <p className={styles.second}>≈ {show(value, 2)} USDT</p>
      </div>
      {holdsFrozen && (
        <p className={styles.parts}>
          <span>
            {t.usable} <b data-testid={`balance-${coin}-usable`}>{show(usable)}</b>
          </span>
          <span>
            {t.frozen} <b data-testid={`balance-${coin}-frozen`}>{show(frozen)}</b>
          </span>
        </p>
      )}
    </li>
  );
});
