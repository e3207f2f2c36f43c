import { formatPrice } from '../../../lib/format/index.ts';
import { useTicker, useTickers } from '../../../features/live/tickers.ts';
import { Change } from '../../../features/market-data/Change.tsx';
import { useFavourites } from '../../../features/market-data/favourites.ts';
import { tradePath } from '../../../features/market-data/market-paths.ts';
import { Strip } from '../../../features/shell/Strip.tsx';
import { Link } from '../../../lib/routing/index.ts';
import styles from './WorkspaceStrip.module.css';

/** As many as a narrow workspace has room for. */
const maxTickers = 5;
/** Shown to who has no favourites. */
const leaders = ['BTC/USDT', 'ETH/USDT'];

/** The strip at the bottom, with the prices of favourites. */
export function WorkspaceStrip() {
  const favourites = useFavourites();
  const known = useTickers().value;
  const wanted = favourites.size === 0 ? leaders : [...favourites];
  const shown = wanted.filter((symbol) => known?.has(symbol)).slice(0, maxTickers);
  return (
    <Strip>
      <span className={styles.tickers}>
        {shown.map((symbol) => (
          <StripTicker key={symbol} symbol={symbol} />
        ))}
      </span>
    </Strip>
  );
}

function StripTicker({ symbol }: { readonly symbol: string }) {
  const ticker = useTicker(symbol)?.ticker ?? null;
  return (
    <Link to={tradePath(symbol)} className={styles.ticker}>
      {symbol} <span className={styles.price}>{formatPrice(ticker?.last)}</span>{' '}
      <Change change={ticker?.change ?? null} state={ticker?.state} />
    </Link>
  );
}
