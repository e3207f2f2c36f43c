import type { CoinProfit, MarketProfit } from '@fft/contract';
import { useHideAmounts } from '../../features/balances/hide-amounts.ts';
import { CoinMark } from '../../features/market-data/CoinMark.tsx';
import { formatBalance, hidden } from '../../lib/format/index.ts';
import { Icon } from '../../ui/kit/index.ts';
import { profitTexts } from '../../i18n/profit.ts';
import { useTexts } from '../../i18n/index.ts';
import { Gain } from '../../features/profit/index.ts';
import styles from './Rows.module.css';

interface CoinRowsProps {
  readonly coins: readonly CoinProfit[];
  readonly onOpen: (coin: string) => void;
}

/** Coins with both gains. A tap opens one with its lots. */
export function CoinRows({ coins, onOpen }: CoinRowsProps) {
  const t = useTexts(profitTexts);
  const { isHidden } = useHideAmounts();
  return (
    <section>
      <h2 className={styles.heading}>{t.coins}</h2>
      <ul className={styles.rows}>
        {coins.map(({ coin, quantity, realised, unrealised }) => (
          <li key={coin}>
            <button
              type="button"
              className={styles.row}
              aria-haspopup="dialog"
              data-testid={`profit-${coin}`}
              onClick={() => onOpen(coin)}
            >
              <CoinMark coin={coin} size={32} />
              <span className={styles.name}>
                <b>{coin}</b>
                <small>{isHidden ? hidden : formatBalance(quantity, coin)}</small>
              </span>
              <span className={styles.figures}>
                <span>
                  <small>{t.unrealised}</small> <Gain amount={unrealised} isHidden={isHidden} />
                </span>
                <span>
                  <small>{t.realised}</small> <Gain amount={realised} isHidden={isHidden} />
                </span>
              </span>
              <Icon name="chevron-right" size={16} className={styles.chevron} />
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Markets with what was gained in them. */
export function MarketRows({ markets }: { readonly markets: readonly MarketProfit[] }) {
  const t = useTexts(profitTexts);
  const { isHidden } = useHideAmounts();
  return (
    <section>
      <h2 className={styles.heading}>{t.markets}</h2>
      <ul className={styles.rows}>
        {markets.map(({ symbol, realised, fees }) => (
          <li key={symbol} className={styles.row}>
            <span className={styles.name}>
              <b>{symbol}</b>
              <small>
                {t.fees} {isHidden ? hidden : formatBalance(fees, 'USDT')}
              </small>
            </span>
            <span className={styles.figures}>
              <span>
                <small>{t.realised}</small> <Gain amount={realised} isHidden={isHidden} testId={`market-${symbol}`} />
              </span>
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
