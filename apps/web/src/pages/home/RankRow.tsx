import { formatCompact } from '../../lib/format/index.ts';
import { useTicker } from '../../features/live/tickers.ts';
import { ChangePill } from '../../features/market-data/Change.tsx';
import { CoinMark } from '../../features/market-data/CoinMark.tsx';
import { marketDetailPath } from '../../features/market-data/market-paths.ts';
import { Price } from '../../features/market-data/Price.tsx';
import { useLocalValue } from '../../features/market-data/use-local-value.ts';
import { Link } from '../../lib/routing/index.ts';
import { homeTexts } from './home-texts.ts';
import { useLang, useTexts } from '../../i18n/index.ts';
import styles from './RankRow.module.css';

export interface RankRowProps {
  readonly place: number;
  readonly symbol: string;
  /** Prices are out of date: changes turn grey. */
  readonly stale: boolean;
}

/** One market in a ranking. It reads its own ticker, so that a tick renders only this row. */
export function RankRow({ place, symbol, stale }: RankRowProps) {
  const t = useTexts(homeTexts);
  const lang = useLang();
  const local = useLocalValue();
  const live = useTicker(symbol);
  if (!live) return null;
  const { ticker } = live;
  const [base = '', quote = ''] = symbol.split('/');
  return (
    <li>
      <Link to={marketDetailPath(symbol)} className={styles.row}>
        <span className={styles.place}>{place}</span>
        <CoinMark coin={base} size={32} />
        <span className={styles.market}>
          <span className={styles.pair}>
            <strong>{base}</strong> /{quote}
          </span>
          <span className={styles.second}>
            {t.turnover} {formatCompact(ticker.turnoverUsdt, lang)} USDT
          </span>
        </span>
        <span className={styles.prices}>
          <Price live={live} className={styles.price} />
          <span className={styles.second}>{local(ticker.value)}</span>
        </span>
        <ChangePill change={ticker.change} state={ticker.state} stale={stale} />
      </Link>
    </li>
  );
}
