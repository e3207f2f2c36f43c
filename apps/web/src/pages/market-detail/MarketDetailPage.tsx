import type { Market } from '@fft/contract';
import { useState } from 'react';
import { AlertBell } from '../../features/alerts/AlertBell.tsx';
import { Delayed, ErrorState, UnderlineTabs } from '../../ui/kit/index.ts';
import { CoinFacts } from '../../features/market-data/lazy-coin-facts.ts';
import { FavouriteStar } from '../../features/market-data/FavouriteStar.tsx';
import { chartPath } from '../../features/market-data/market-paths.ts';
import { MarketTitle } from '../../features/market-list/MarketTitle.tsx';
import { useChosenMarket } from '../../features/market-data/use-chosen-market.ts';
import { Page } from '../../features/shell/index.ts';
import { chartTexts } from '../../i18n/chart.ts';
import { useTexts } from '../../i18n/index.ts';
import { BuySell } from '../../features/market-panels/BuySell.tsx';
import { ChartSkeleton } from '../../features/market-panels/ChartSkeleton.tsx';
import { MarketStateBanner } from '../../features/market-panels/MarketStateBanner.tsx';
import { MarketNumbers } from '../../features/market-panels/MarketNumbers.tsx';
import { SplitBook } from '../../features/market-panels/SplitBook.tsx';
import { TradesList } from '../../features/market-panels/TradesList.tsx';
import { ChartPreview } from './ChartPreview.tsx';
import styles from './MarketDetailPage.module.css';

/** All about one market on one page: price, chart preview, book, trades, and the coin's profile. */
export function MarketDetailPage() {
  const t = useTexts(chartTexts);
  const { market, markets, choose, failed, error, busy, retry } = useChosenMarket();
  const back = { fallback: '/pages/home/market' };
  if (market === null) {
    return (
      <Page title={t.detail} back={back}>
        {failed ? (
          <ErrorState error={error} onRetry={retry} busy={busy} />
        ) : (
          <Delayed>
            <ChartSkeleton />
          </Delayed>
        )}
      </Page>
    );
  }
  return (
    <Page
      title={`${market.symbol} ${t.detail}`}
      back={back}
      lead={<MarketTitle market={market} markets={markets} onChoose={choose} />}
      actions={
        <>
          <FavouriteStar symbol={market.symbol} />
          <AlertBell market={market} />
        </>
      }
      actionBar={
        <BuySell market={market} aside={{ icon: 'candles', label: t.chart, path: chartPath(market.symbol) }} />
      }
    >
      <MarketStateBanner market={market} />
      <MarketNumbers market={market} />
      <ChartPreview key={`preview ${market.symbol}`} market={market} />
      <Lists key={`lists ${market.symbol}`} market={market} />
      <div className={styles.band} aria-hidden="true" />
      <section aria-label={t.about}>
        <CoinFacts market={market} />
      </section>
    </Page>
  );
}

/** Rows of each side: the book is only a part of this page. */
const bookRows = 8;

function Lists({ market }: { readonly market: Market }) {
  const t = useTexts(chartTexts);
  const [list, setList] = useState<'book' | 'trades'>('book');
  return (
    <UnderlineTabs
      label={t.lists}
      value={list}
      onChange={setList}
      tabs={(['book', 'trades'] as const).map((value) => ({ value, label: t[value] }))}
    >
      <div className={styles.list}>
        {list === 'book' ? <SplitBook market={market} rows={bookRows} /> : <TradesList market={market} />}
      </div>
    </UnderlineTabs>
  );
}
