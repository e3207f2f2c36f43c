import type { Market } from '@fft/contract';
import { type ReactNode, useEffect, useEffectEvent, useRef, useState, useSyncExternalStore } from 'react';
import { Delayed, Empty, ErrorState, Spinner } from '../kit/index.ts';
import { candleFeed, type CandleFeed } from '../live/candles.ts';
import { useUpColor } from '../settings/up-color.ts';
import { chartTexts } from '../texts/chart.ts';
import { useLang, useTexts } from '../texts/index.ts';
import { CandleChart, type ChartForm } from './candle-chart.ts';
import type { ChartSettings } from './chart-settings.ts';
import { type ChartView, intervalOf } from './chart-views.ts';
import styles from './Chart.module.css';

export interface ChartProps {
  readonly market: Market;
  readonly view: ChartView;
  readonly settings: ChartSettings;
  /** Fixed for as long as the chart stands. */
  readonly form: ChartForm;
  /** Told the chart when it stands, and null when it goes. */
  readonly onChart?: (chart: CandleChart | null) => void;
  /** What lies over the picture. */
  readonly children?: ReactNode;
}

/** The live candles of a market, in as much room as what holds it gives. It must not stand in something that scrolls up and down. */
export function Chart({ market, view, settings, form, onChart, children }: ChartProps) {
  const t = useTexts(chartTexts);
  const lang = useLang();
  const upColor = useUpColor();
  const element = useRef<HTMLDivElement>(null);
  const [chart, setChart] = useState<CandleChart | null>(null);
  const [broke, setBroke] = useState(false);
  const [tries, setTries] = useState(0);
  const tell = useEffectEvent((made: CandleChart | null) => onChart?.(made));
  const make = useEffectEvent((library: typeof import('klinecharts'), into: HTMLElement) => {
    return new CandleChart(library, into, form, { market, view, settings, lang });
  });

  useEffect(() => {
    let made: CandleChart | null = null;
    let gone = false;
    setBroke(false);
    import('klinecharts').then(
      (library) => {
        if (gone || !element.current) return;
        made = make(library, element.current);
        setChart(made);
        tell(made);
      },
      () => !gone && setBroke(true),
    );
    return () => {
      gone = true;
      setChart(null);
      tell(null);
      made?.end();
    };
  }, [tries]);

  useEffect(() => chart?.show({ market, view, settings, lang }), [chart, market, view, settings, lang]);

  useEffect(() => chart?.restyle(), [chart, upColor]);

  return (
    <div className={styles.chart}>
      <div ref={element} className={styles.canvas} role="img" aria-label={t.chartOf(market.symbol, t.views[view])} />
      {children}
      {broke ? (
        <div className={styles.over}>
          <ErrorState onRetry={() => setTries((count) => count + 1)} />
        </div>
      ) : (
        <ChartState feed={candleFeed(market.symbol, intervalOf(view))} />
      )}
    </div>
  );
}

type State = 'loading' | 'empty' | 'failed' | 'shown' | 'stale';

/** What is to be said in place of the candles, or of them. */
function ChartState({ feed }: { readonly feed: CandleFeed }) {
  const t = useTexts(chartTexts);
  const state = useSyncExternalStore(feed.store.subscribe, (): State => {
    const { status, candles } = feed.store.get();
    if (candles.length > 0) return status === 'failed' ? 'stale' : 'shown';
    return status === 'ready' ? 'empty' : status;
  });
  switch (state) {
    case 'shown':
      return null;
    case 'stale':
      return (
        <p className={styles.stale} role="status">
          {t.stale}
        </p>
      );
    case 'loading':
      return (
        <Delayed key="loading">
          <div className={styles.over} role="status" aria-label={t.loading}>
            <Spinner size={24} />
          </div>
        </Delayed>
      );
    case 'empty':
      return (
        <div className={styles.over}>
          <Empty drawing="chart" title={t.noTrades}>
            {t.noTradesText}
          </Empty>
        </div>
      );
    case 'failed':
      return (
        <div className={styles.over}>
          <ErrorState onRetry={feed.refresh} />
        </div>
      );
  }
}
