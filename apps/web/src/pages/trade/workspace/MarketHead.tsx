import type { Market } from '@fft/contract';
import { type ReactNode, useEffect } from 'react';
import { config } from '../../../brand.ts';
import { directionOf, formatCompact, formatPrice, missing } from '../../../lib/format/index.ts';
import { classes } from '../../../ui/kit/index.ts';
import { useTicker } from '../../../features/live/tickers.ts';
import { Change } from '../../../features/market-data/Change.tsx';
import { FavouriteStar } from '../../../features/market-data/FavouriteStar.tsx';
import { useLocalValue } from '../../../features/market-data/use-local-value.ts';
import { MarketTitle } from '../../../features/market-list/MarketTitle.tsx';
import type { ChosenMarket } from '../../../features/market-data/use-chosen-market.ts';
import { chartTexts } from '../../../i18n/chart.ts';
import { workspaceTexts } from '../../../i18n/workspace.ts';
import { useLang, useTexts } from '../../../i18n/index.ts';
import styles from './MarketHead.module.css';

export interface MarketHeadProps {
  readonly chosen: ChosenMarket;
  readonly market: Market;
}

/** The market's name, last price and day's figures, live. Its name opens the list of markets. */
export function MarketHead({ chosen, market }: MarketHeadProps) {
  const t = useTexts(workspaceTexts);
  const chart = useTexts(chartTexts);
  const lang = useLang();
  const inLocal = useLocalValue();
  const ticker = useTicker(market.symbol)?.ticker ?? null;
  const direction = directionOf(ticker?.change);
  const last = formatPrice(ticker?.last);
  // The price is seen in the browser's tab too.
  useEffect(() => {
    document.title = `${last === missing ? '' : `${last} `}${market.symbol} · ${config.name}`;
  }, [last, market.symbol]);
  return (
    <section className={styles.head} aria-label={market.symbol}>
      <MarketTitle market={market} markets={chosen.markets} onChoose={chosen.choose} />
      <FavouriteStar symbol={market.symbol} />
      <p className={styles.price}>
        <span className={classes(styles.last, styles[direction])} aria-label={chart.last} role="group">
          {last}
        </span>
        <span className={styles.local}>≈ {inLocal(ticker?.value ?? null)}</span>
      </p>
      <dl className={styles.facts}>
        <Fact name={t.day}>
          <Change change={ticker?.change ?? null} state={ticker?.state} />
        </Fact>
        <Fact name={t.high}>{formatPrice(ticker?.high)}</Fact>
        <Fact name={t.low}>{formatPrice(ticker?.low)}</Fact>
        <Fact name={t.volume(market.base)}>{formatCompact(ticker?.volume, lang)}</Fact>
        <Fact name={t.turnover(market.quote)}>{formatCompact(ticker?.turnover, lang)}</Fact>
      </dl>
    </section>
  );
}

function Fact({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <div className={styles.fact}>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}
