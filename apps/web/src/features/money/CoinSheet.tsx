import { useState } from 'react';
import { Empty, Field, Icon, Sheet, useLeaving } from '../../ui/kit/index.ts';
import { findCoins } from '../../lib/find-coins.ts';
import { useCoinNames } from '../search/index.ts';
import { CoinMark } from '../market-data/index.ts';
import { moneyTexts } from '../../i18n/money.ts';
import { useTexts } from '../../i18n/index.ts';
import styles from './CoinSheet.module.css';

export interface CoinOption {
  readonly coin: string;
  readonly name?: string;
  /** Shown at the end of the row, such as the balance. */
  readonly figure?: string;
}

export interface CoinSheetProps {
  readonly title: string;
  readonly options: readonly CoinOption[];
  readonly chosen: string | null;
  /** Adds “all coins” as the first option, with the value null. */
  readonly all?: string;
  readonly onChoose: (coin: string | null) => void;
  readonly onClose: () => void;
}

/** Searchable list to choose one coin. */
export function CoinSheet({ title, options, chosen, all, onChoose, onClose }: CoinSheetProps) {
  const t = useTexts(moneyTexts);
  const { open, leave } = useLeaving(onClose);
  const [typed, setTyped] = useState('');
  const isSearchable = options.length > 6;
  const found = findCoins(options, typed, useCoinNames(isSearchable));

  function choose(coin: string | null): void {
    onChoose(coin);
    leave();
  }

  return (
    <Sheet open={open} onClose={leave} title={title}>
      {isSearchable && (
        <Field
          label={t.searchCoin}
          hideLabel
          icon="search"
          placeholder={t.searchCoin}
          autoComplete="off"
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
        />
      )}
      {found.length === 0 && <Empty title={t.noCoin} />}
      <ul className={styles.list}>
        {all !== undefined && typed.trim() === '' && (
          <li>
            <button type="button" className={styles.coin} aria-pressed={chosen === null} onClick={() => choose(null)}>
              <span className={styles.name}>{all}</span>
              {chosen === null && <Icon name="check" size={18} className={styles.check} />}
            </button>
          </li>
        )}
        {found.map(({ coin, name, figure }) => (
          <li key={coin}>
            <button type="button" className={styles.coin} aria-pressed={chosen === coin} onClick={() => choose(coin)}>
              <CoinMark coin={coin} size={32} />
              <span className={styles.name}>
                {coin}
                {name !== undefined && <span className={styles.long}>{name}</span>}
              </span>
              {figure !== undefined && <span className={styles.figure}>{figure}</span>}
              {chosen === coin && <Icon name="check" size={18} className={styles.check} />}
            </button>
          </li>
        ))}
      </ul>
    </Sheet>
  );
}
