import type { Ticker } from '@fft/contract';
import { useMemo, useState } from 'react';
import { Delayed, Empty, ErrorState, UnderlineTabs } from '../../kit/index.ts';
import { refreshTickers, useTickers } from '../../live/tickers.ts';
import { homeTexts } from '../../texts/home.ts';
import { useTexts } from '../../texts/index.ts';
import { StalePrices } from '../market/StalePrices.tsx';
import { FeaturedCard } from './FeaturedCard.tsx';
import { HomeSkeleton } from './HomeSkeleton.tsx';
import styles from './Markets.module.css';
import { RankRow } from './RankRow.tsx';
import { featured, rank, type Ranking } from './rankings.ts';

const featuredCount = 3;
const rankedCount = 10;

/** Featured markets and the rankings, live. */
export function Markets() {
  const t = useTexts(homeTexts);
  const { status, value, at } = useTickers();
  const tickers = useMemo(() => (value ? [...value.values()].map((live) => live.ticker) : null), [value]);

  if (tickers === null) {
    if (status === 'failed') return <ErrorState onRetry={refreshTickers} />;
    return (
      <Delayed>
        <HomeSkeleton />
      </Delayed>
    );
  }
  if (tickers.length === 0) {
    return (
      <Empty drawing="chart" title={t.noMarkets}>
        {t.noMarketsText}
      </Empty>
    );
  }
  const stale = status === 'failed';
  return (
    <>
      {stale && <StalePrices at={at} onRetry={refreshTickers} />}
      <section className={styles.cards} aria-label={t.featured}>
        {featured(tickers, featuredCount).map((ticker) => (
          <FeaturedCard key={ticker.symbol} symbol={ticker.symbol} stale={stale} />
        ))}
      </section>
      <Rankings tickers={tickers} stale={stale} />
    </>
  );
}

function Rankings({ tickers, stale }: { readonly tickers: readonly Ticker[]; readonly stale: boolean }) {
  const t = useTexts(homeTexts);
  const [ranking, setRanking] = useState<Ranking>('gainers');
  const ranked = rank(tickers, ranking, rankedCount);
  return (
    <UnderlineTabs
      className={styles.rankings}
      label={t.rankings}
      value={ranking}
      onChange={setRanking}
      aside={t.day}
      tabs={(['gainers', 'losers', 'volume'] as const).map((name) => ({ value: name, label: t[name] }))}
    >
      {ranked.length === 0 ? (
        <p className={styles.none}>{ranking === 'gainers' ? t.noneGained : t.noneLost}</p>
      ) : (
        <ol>
          {ranked.map((ticker, index) => (
            <RankRow key={ticker.symbol} place={index + 1} symbol={ticker.symbol} stale={stale} />
          ))}
        </ol>
      )}
    </UnderlineTabs>
  );
}
