import type { Market } from '@fft/contract';
import { useState } from 'react';
import type { CandleChart, ChartForm } from '../../../../features/chart/candles/candle-chart.ts';
import { Chart } from '../../../../features/chart/Chart.tsx';
import {
  changeChartSettings,
  defaultSettings,
  type MoreChart,
  useChartSettings,
} from '../../../../features/chart/settings/chart-settings.ts';
import { chartViews } from '../../../../features/chart/views/chart-views.ts';
import { OrderLines } from '../../../../features/chart/marks/lazy-order-lines.ts';
import type { ChosenMarket } from '../../../../features/market-data/use-chosen-market.ts';
import { MarketDrawer } from '../../../../features/market-list/lazy-market-drawer.ts';
import { useSession } from '../../../../features/session/index.ts';
import { Icon, IconButton, OnceOpened } from '../../../../ui/kit/index.ts';
import { chartTexts } from '../../../../i18n/chart.ts';
import { moreChartTexts } from '../../../../features/chart/settings/more-charts-texts.ts';
import { useTexts } from '../../../../i18n/index.ts';
import { marketsBeside } from './markets-beside.ts';
import styles from './MoreCharts.module.css';

const form: ChartForm = {
  insideAxis: false,
  alwaysLegend: false,
  roomTop: 24,
  volumeOver: true,
  paneHeight: 64,
  roomRight: 40,
  barSpace: 6,
};

export interface MoreChartsProps {
  readonly chosen: ChosenMarket;
  /** The first chart's market. */
  readonly market: Market;
  /** Charts with the first one. */
  readonly count: number;
}

const places = ['second', 'third', 'fourth'];

/** The charts beside the first one, each with its own market and interval. */
export function MoreCharts({ chosen, market, count }: MoreChartsProps) {
  const { more } = useChartSettings();
  const shown = marketsBeside(chosen.markets, market, more).slice(0, count - 1);

  function change(place: number, next: Partial<MoreChart>): void {
    // Charts that no one has changed show the same from now on, also when another market becomes the first.
    const all = marketsBeside(chosen.markets, market, more).map((each, at) => {
      return { symbol: each.symbol, view: more[at]?.view ?? defaultSettings.view };
    });
    changeChartSettings({ more: all.map((each, at) => (at === place ? { ...each, ...next } : each)) });
  }

  return shown.map((each, place) => (
    <OneChart
      key={places[place]}
      chosen={chosen}
      market={each}
      view={more[place]?.view ?? defaultSettings.view}
      onChange={(next) => change(place, next)}
      onTrade={() => {
        change(place, { symbol: market.symbol });
        chosen.choose(each.symbol);
      }}
    />
  ));
}

interface OneChartProps {
  readonly chosen: ChosenMarket;
  readonly market: Market;
  readonly view: MoreChart['view'];
  readonly onChange: (change: Partial<MoreChart>) => void;
  /** Makes this the first chart, whose market is traded. */
  readonly onTrade: () => void;
}

function OneChart({ chosen, market, view, onChange, onTrade }: OneChartProps) {
  const t = useTexts(chartTexts);
  const words = useTexts(moreChartTexts);
  const settings = useChartSettings();
  const { isLoggedIn } = useSession();
  const [chart, setChart] = useState<CandleChart | null>(null);
  const [choosing, setChoosing] = useState(false);
  const { symbol } = market;
  return (
    <section className={styles.chart} aria-label={symbol} data-testid="more-chart">
      <div className={styles.head}>
        <button
          type="button"
          className={styles.market}
          aria-label={words.change(symbol)}
          aria-haspopup="dialog"
          onClick={() => setChoosing(true)}
        >
          {symbol}
          <Icon name="chevron-down" size={14} />
        </button>
        <select
          className={styles.view}
          aria-label={words.interval(symbol)}
          value={view}
          onChange={(event) => onChange({ view: chartViews.find((one) => one === event.target.value) ?? view })}
        >
          {chartViews.map((one) => (
            <option key={one} value={one}>
              {t.views[one]}
            </option>
          ))}
        </select>
        <IconButton icon="trade" size={16} label={words.trade(symbol)} className={styles.trade} onClick={onTrade} />
      </div>
      <div className={styles.canvas}>
        <Chart market={market} view={view} settings={settings} form={form} onChart={setChart} />
      </div>
      {isLoggedIn && <OrderLines chart={chart} market={market} shown={settings.orders} />}
      <OnceOpened open={choosing}>
        <MarketDrawer
          open={choosing}
          markets={chosen.markets}
          current={market}
          onChoose={(next) => {
            setChoosing(false);
            onChange({ symbol: next });
          }}
          onClose={() => setChoosing(false)}
        />
      </OnceOpened>
    </section>
  );
}
