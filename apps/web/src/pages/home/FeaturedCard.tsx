import { Link } from 'react-router';
import { directionOf, formatPrice } from '../../format/index.ts';
import { classes } from '../../kit/index.ts';
import { useTicker } from '../../live/tickers.ts';
import { CoinMark } from '../../market-data/CoinMark.tsx';
import { Sparkline } from '../../market-data/Sparkline.tsx';
import { ChangeText } from './ChangeText.tsx';
import styles from './FeaturedCard.module.css';

/** One market in a card: price, change, and the day's line along its bottom edge. */
export function FeaturedCard({ symbol }: { readonly symbol: string }) {
  const ticker = useTicker(symbol)?.ticker;
  const [base = '', quote = ''] = symbol.split('/');
  const direction = directionOf(ticker?.change);
  return (
    <Link to={`/pages/home/trade?symbol=${symbol}`} className={styles.card}>
      <span className={styles.head}>
        <CoinMark coin={base} size={20} />
        <span className={styles.pair}>
          <strong>{base}</strong>/{quote}
        </span>
      </span>
      <span className={classes(styles.price, styles[direction])}>{formatPrice(ticker?.last)}</span>
      <ChangeText change={ticker?.change} />
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
