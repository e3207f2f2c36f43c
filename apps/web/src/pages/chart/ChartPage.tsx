import type { Market } from '@fft/contract';
import { useState } from 'react';
import { AlertBell } from '../../features/alerts/AlertBell.tsx';
import { changeChartSettings, useChartSettings } from '../../features/chart/settings/chart-settings.ts';
import { Chart } from '../../features/chart/Chart.tsx';
import type { CandleChart, ChartForm } from '../../features/chart/candles/candle-chart.ts';
import { config } from '../../brand.ts';
import { Delayed, ErrorState, Icon, UnderlineTabs } from '../../ui/kit/index.ts';
import { OrderLines } from '../../features/chart/marks/lazy-order-lines.ts';
import { CoinFacts } from '../../features/market-data/lazy-coin-facts.ts';
import { FavouriteStar } from '../../features/market-data/FavouriteStar.tsx';
import { marketDetailPath, proChartPath } from '../../features/market-data/market-paths.ts';
import { MarketTitle } from '../../features/market-list/MarketTitle.tsx';
import { type ChosenMarket, useChosenMarket } from '../../features/market-data/use-chosen-market.ts';
import { Link } from '../../lib/routing/index.ts';
import { useSession } from '../../features/session/index.ts';
import { Page } from '../../features/shell/index.ts';
import { chartTexts } from '../../i18n/chart.ts';
import { useTexts } from '../../i18n/index.ts';
import { TradesList } from '../../features/market-panels/TradesList.tsx';
import { BuySell } from '../../features/market-panels/BuySell.tsx';
import { IntervalBar } from './IntervalBar.tsx';
import { ChartSkeleton } from '../../features/market-panels/ChartSkeleton.tsx';
import { MarketStateBanner } from '../../features/market-panels/MarketStateBanner.tsx';
import { MarketNumbers } from '../../features/market-panels/MarketNumbers.tsx';
import { SplitBook } from '../../features/market-panels/SplitBook.tsx';
import styles from './ChartPage.module.css';

const form: ChartForm = {
  insideAxis: true,
  alwaysLegend: false,
  roomTop: 26,
  volumeOver: false,
  paneHeight: 72,
  roomRight: 76,
  barSpace: 7,
};

/** The simple chart: a market's figures and candles, and below them the book, the trades and the coin's profile. */
export function ChartPage() {
  const t = useTexts(chartTexts);
  const chosen = useChosenMarket();
  if (chosen.market !== null) return <KlineOf chosen={chosen} market={chosen.market} />;
  return (
    <Page title={t.title} back={{ fallback: '/pages/home/market' }}>
      {chosen.failed ? (
        <ErrorState error={chosen.error} onRetry={chosen.retry} busy={chosen.busy} />
      ) : (
        <Delayed>
          <ChartSkeleton />
        </Delayed>
      )}
    </Page>
  );
}

interface KlineOfProps {
  readonly chosen: ChosenMarket;
  readonly market: Market;
}

function KlineOf({ chosen, market }: KlineOfProps) {
  const t = useTexts(chartTexts);
  const settings = useChartSettings();
  const { isLoggedIn } = useSession();
  const [chart, setChart] = useState<CandleChart | null>(null);
  return (
    <Page
      title={`${market.symbol} ${t.title}`}
      back={{ fallback: '/pages/home/market' }}
      tallTop
      lead={<MarketTitle market={market} markets={chosen.markets} onChoose={chosen.choose} />}
      actions={
        <>
          <FavouriteStar symbol={market.symbol} />
          <AlertBell market={market} />
          <Link to={proChartPath(market.symbol)} className={styles.pro} aria-label={t.fullScreen} title={t.fullScreen}>
            <Icon name="full-screen" size={22} />
          </Link>
        </>
      }
      top={
        <>
          <MarketStateBanner market={market} />
          <MarketNumbers market={market} />
          <IntervalBar settings={settings} onView={(view) => changeChartSettings({ view })} />
          <div className={styles.chart}>
            <Chart market={market} view={settings.view} settings={settings} form={form} onChart={setChart}>
              <span className={styles.watermark} data-name={config.name} aria-hidden="true" />
            </Chart>
          </div>
        </>
      }
      actionBar={
        <BuySell market={market} aside={{ icon: 'info', label: t.detail, path: marketDetailPath(market.symbol) }} />
      }
    >
      {isLoggedIn && <OrderLines chart={chart} market={market} shown={settings.orders} />}
      <Lists key={market.symbol} market={market} />
    </Page>
  );
}

type List = 'book' | 'trades' | 'about';

function Lists({ market }: { readonly market: Market }) {
  const t = useTexts(chartTexts);
  const [list, setList] = useState<List>('book');
  return (
    <UnderlineTabs
      label={t.lists}
      value={list}
      onChange={setList}
      tabs={(['book', 'trades', 'about'] as const).map((value) => ({ value, label: t[value] }))}
    >
      {list === 'book' && <SplitBook market={market} />}
      {list === 'trades' && <TradesList market={market} />}
      {list === 'about' && <CoinFacts market={market} />}
    </UnderlineTabs>
  );
}
