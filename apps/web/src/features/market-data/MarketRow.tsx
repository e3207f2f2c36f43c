import { memo } from 'react';
import { directionOf, formatCompact } from '../../lib/format/index.ts';
import { useTicker } from '../live/index.ts';
import { Link } from '../../lib/routing/index.ts';
import { marketTexts } from '../../i18n/market.ts';
import { useLang, useTexts } from '../../i18n/index.ts';
import { ChangePill } from './Change.tsx';
import { closesOf } from './closes-of.ts';
import { CoinMark } from './CoinMark.tsx';
import { tradePath } from './market-paths.ts';
import { Price } from './Price.tsx';
import { Sparkline } from './Sparkline.tsx';
import { useLocalValue } from './use-local-value.ts';
import styles from './MarketRow.module.css';

export interface MarketRowProps {
  readonly symbol: string;
  /** Prices are out of date and shown in grey. */
  readonly stale?: boolean;
  readonly onOpen?: ((symbol: string) => void) | undefined;
}

/** One market in a list: name, turnover, day's curve, price, change. Drawn again only when its own ticker changes. */
export const MarketRow = memo(function MarketRow({ symbol, stale = false, onOpen }: MarketRowProps) {
  const live = useTicker(symbol);
  const lang = useLang();
  const t = useTexts(marketTexts);
  const inLocal = useLocalValue();
  const [base = '', quote = ''] = symbol.split('/');
  const ticker = live?.ticker ?? null;
  const direction = stale ? 'none' : directionOf(ticker?.change);
  return (
    <Link className={styles.row} to={tradePath(symbol)} onClick={() => onOpen?.(symbol)}>
      <CoinMark coin={base} />
      <span className={styles.name}>
        <span className={styles.pair}>
          {base}
          <span className={styles.quote}> /{quote}</span>
        </span>
        <span className={styles.second}>
          {t.volumeShort} {formatCompact(ticker?.turnoverUsdt, lang)}
        </span>
      </span>
      <span className={styles.spark}>
        <Sparkline closes={closesOf(ticker)} tone={direction === 'none' ? 'flat' : direction} />
      </span>
      <span className={styles.figures}>
        <Price live={live} className={styles.price} />
        <span className={styles.second}>{inLocal(ticker?.value ?? null)}</span>
      </span>
      <ChangePill change={ticker?.change ?? null} state={ticker?.state} stale={stale} />
    </Link>
  );
});
