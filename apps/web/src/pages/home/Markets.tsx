import { calls, type Ticker } from '@fft/contract';
import { useDeferredValue, useState } from 'react';
import { useCall } from '../../api/index.ts';
import { DemoTag } from '../../features/demo/index.ts';
import { Delayed, Empty, ErrorState, UnderlineTabs } from '../../ui/kit/index.ts';
import { refreshTickers, useTickers } from '../../features/live/tickers.ts';
import { homeTexts } from './home-texts.ts';
import { useTexts } from '../../i18n/index.ts';
import { StalePrices } from '../../features/market-data/StalePrices.tsx';
import { FeaturedCard } from './FeaturedCard.tsx';
import { HomeSkeleton } from './HomeSkeleton.tsx';
import styles from './Markets.module.css';
import { RankRow } from './RankRow.tsx';

const featuredCount = 3;
const rankedCount = 10;
/** Interval between requests for the rankings; the prices themselves are live. */
const refreshMs = 15_000;

/** Featured markets and the server's rankings, with live prices. */
export function Markets() {
  const t = useTexts(homeTexts);
  const lists = useCall(calls.home.rankings, {}, { refetchIntervalMs: refreshMs, quiet: true });
  const { status, value, at, error } = useTickers();
  // The first rendering is large: React splits it up, so that touches are handled in between.
  const known = useDeferredValue(value === null ? undefined : lists.data);

  function retry(): void {
    refreshTickers();
    void lists.refetch();
  }

  if (known === undefined) {
    if (lists.isError || status === 'failed')
      return <ErrorState error={lists.error ?? error} onRetry={retry} busy={lists.isFetching} />;
    return (
      <Delayed>
        <HomeSkeleton />
      </Delayed>
    );
  }
  const { featured, ...rankings } = known;
  if (featured.length === 0) {
    return (
      <Empty drawing="chart" title={t.noMarkets}>
        {t.noMarketsText}
      </Empty>
    );
  }
  const stale = status === 'failed';
  return (
    <>
      {stale && <StalePrices at={at} onRetry={retry} />}
      <section className={styles.cards} aria-label={t.featured}>
        {featured.slice(0, featuredCount).map(({ symbol }) => (
          <FeaturedCard key={symbol} symbol={symbol} stale={stale} />
        ))}
      </section>
      <Rankings rankings={rankings} stale={stale} />
    </>
  );
}

type Ranking = 'gainers' | 'losers' | 'volume';

interface RankingsProps {
  readonly rankings: Readonly<Record<Ranking, readonly Ticker[]>>;
  readonly stale: boolean;
}

function Rankings({ rankings, stale }: RankingsProps) {
  const t = useTexts(homeTexts);
  const [ranking, setRanking] = useState<Ranking>('gainers');
  const ranked = rankings[ranking].slice(0, rankedCount);
  return (
    <UnderlineTabs
      className={styles.rankings}
      label={t.rankings}
      value={ranking}
      onChange={setRanking}
      aside={
        <span className={styles.aside}>
          <DemoTag short />
          {t.day}
        </span>
      }
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
