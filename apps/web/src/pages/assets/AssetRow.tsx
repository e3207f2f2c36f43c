import type { Balance } from '@fft/contract';
import { memo } from 'react';
import { CoinMark } from '../../features/market-data/CoinMark.tsx';
import { signOf } from '../../lib/exact.ts';
import { assetsTexts } from '../../i18n/assets.ts';
import { useTexts } from '../../i18n/index.ts';
import { isEmpty } from './asset-list.ts';
import { classes, Icon } from '../../ui/kit/index.ts';
import type { Amounts } from './use-amounts.ts';
import styles from './AssetRow.module.css';

export interface AssetRowProps {
  readonly balance: Balance;
  readonly amounts: Amounts;
  readonly onOpen: (coin: string) => void;
}

/** One coin: total, value, and, if a part is frozen, the available balance. A tap opens its actions. */
export const AssetRow = memo(function AssetRow({ balance, amounts, onOpen }: AssetRowProps) {
  const t = useTexts(assetsTexts);
  const { coin, name, usable, frozen, total, value } = balance;
  const holdsFrozen = signOf(frozen) > 0;
  return (
    <li>
      <button
        type="button"
        className={classes(styles.row, isEmpty(balance) && styles.empty)}
        aria-haspopup="dialog"
        onClick={() => onOpen(coin)}
      >
        <CoinMark coin={coin} />
        <span className={styles.name}>
          <span className={styles.coin}>{coin}</span>
          <span className={styles.second}>{name}</span>
        </span>
        <span className={styles.figures}>
          <span className={styles.total} {...(!holdsFrozen && { 'data-testid': `balance-${coin}-usable` })}>
            {amounts.balance(total, coin)}
          </span>
          <span className={styles.second} data-testid={`value-${coin}`}>
            ≈ {amounts.show(value, 2)} USDT
          </span>
        </span>
        <Icon name="chevron-right" size={16} className={styles.chevron} />
        {holdsFrozen && (
          <span className={styles.parts}>
            <span>
              {t.usable} <b data-testid={`balance-${coin}-usable`}>{amounts.balance(usable, coin)}</b>
            </span>
            <span>
              {t.frozen} <b data-testid={`balance-${coin}-frozen`}>{amounts.balance(frozen, coin)}</b>
            </span>
          </span>
        )}
      </button>
    </li>
  );
});
