import { directionOf } from '../../lib/format/index.ts';
import { classes } from '../../ui/kit/index.ts';
import { useTicker } from '../../features/live/tickers.ts';
import { Change } from '../../features/market-data/Change.tsx';
import { CoinMark } from '../../features/market-data/CoinMark.tsx';
import { marketDetailPath } from '../../features/market-data/market-paths.ts';
import { Price } from '../../features/market-data/Price.tsx';
import { Sparkline } from '../../features/market-data/Sparkline.tsx';
import { Link } from '../../lib/routing/index.ts';
import styles from './FeaturedCard.module.css';

/** Card of one market: price, change, and the day's line along the bottom edge. */
export function FeaturedCard({ symbol, stale }: { readonly symbol: string; readonly stale: boolean }) {
  const live = useTicker(symbol);
  const ticker = live?.ticker;
  const [base = '', quote = ''] = symbol.split('/');
  const direction = stale ? 'none' : directionOf(ticker?.change);
  return (
    <Link to={marketDetailPath(symbol)} className={styles.card}>
      <span className={styles.head}>
        <CoinMark coin={base} size={20} />
        <span className={styles.pair}>
          <strong>{base}</strong>
          <span className={styles.quote}>/{quote}</span>
        </span>
      </span>
      <Price live={live} className={classes(styles.price, styles[direction])} />
      <Change change={ticker?.change ?? null} state={ticker?.state} stale={stale} className={styles.change} />
      <span className={styles.line}>
        <Sparkline
          closes={ticker?.spark ?? []}
          tone={direction === 'none' ? 'flat' : direction}
          width={114}
          height={28}
        />
      </span>
    </Link>
  );
}
