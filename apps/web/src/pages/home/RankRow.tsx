import { Link } from 'react-router';
import { formatCompact, formatPrice } from '../../format/index.ts';
import { useTicker } from '../../live/tickers.ts';
import { CoinMark } from '../../market-data/CoinMark.tsx';
import { useLocalValue } from '../../market-data/use-local-value.ts';
import { homeTexts } from '../../texts/home.ts';
import { useLang, useTexts } from '../../texts/index.ts';
import { ChangeText } from './ChangeText.tsx';
import styles from './RankRow.module.css';
import { turnoverInUsdt } from './rankings.ts';

/** One market in a ranking. It reads its own ticker, so that a tick draws this row alone. */
export function RankRow({ place, symbol }: { readonly place: number; readonly symbol: string }) {
  const t = useTexts(homeTexts);
  const lang = useLang();
  const local = useLocalValue();
  const ticker = useTicker(symbol)?.ticker;
  if (!ticker) return null;
  const [base = '', quote = ''] = symbol.split('/');
  return (
    <li>
      <Link to={`/pages/home/trade?symbol=${symbol}`} className={styles.row}>
        <span className={styles.place}>{place}</span>
        <CoinMark coin={base} size={32} />
        <span className={styles.market}>
          <span className={styles.pair}>
            <strong>{base}</strong> /{quote}
          </span>
          <span className={styles.second}>
            {t.turnover} {formatCompact(turnoverInUsdt(ticker), lang)}
          </span>
        </span>
        <span className={styles.prices}>
          <span className={styles.price}>{formatPrice(ticker.last)}</span>
          <span className={styles.second}>{local(ticker.value)}</span>
        </span>
        <ChangeText change={ticker.change} pill />
      </Link>
    </li>
  );
}
