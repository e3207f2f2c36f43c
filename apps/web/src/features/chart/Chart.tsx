import type { Market } from '@fft/contract';
import { type ReactNode, useEffect, useEffectEvent, useRef, useState, useSyncExternalStore } from 'react';
import { firstPaint } from '../../lib/first-paint.ts';
import { Delayed, Empty, ErrorState, Spinner } from '../../ui/kit/index.ts';
import { fetchCode } from '../../ui/lazy/index.ts';
import { candleFeed, type CandleFeed } from '../live/index.ts';
import { chartTexts } from '../../i18n/chart.ts';
import { useLang, useTexts } from '../../i18n/index.ts';
import { CandleChart, type ChartForm } from './candles/candle-chart.ts';
import type { ChartSettings } from './settings/chart-settings.ts';
import { type ChartView, intervalOf } from './views/chart-views.ts';
import { usePalette } from './candles/palette.ts';
import styles from './Chart.module.css';

export interface ChartProps {
  readonly market: Market;
  readonly view: ChartView;
  readonly settings: ChartSettings;
  /** Fixed while the chart is mounted. */
  readonly form: ChartForm;
  /** Called with the chart when it is ready, and with null when it is removed. */
  readonly onChart?: (chart: CandleChart | null) => void;
  /** Overlay over the chart. */
  readonly children?: ReactNode;
}

/** The live candles of a market, as large as the container. It must not be inside a vertical scroller. */
export function Chart({ children, ...shown }: ChartProps) {
  const [tries, setTries] = useState(0);
  const [broke, setBroke] = useState(false);

  function tryAgain(): void {
    setBroke(false);
    setTries((count) => count + 1);
  }

  return (
    <div className={styles.chart}>
      <Canvas key={tries} {...shown} onBreak={() => setBroke(true)} />
      {children}
      {broke ? (
        <div className={styles.over}>
          <ErrorState onRetry={tryAgain} />
        </div>
      ) : (
        <ChartState feed={candleFeed(shown.market.symbol, intervalOf(shown.view))} />
      )}
    </div>
  );
}

interface CanvasProps extends Omit<ChartProps, 'children'> {
  /** The library's code couldn't be loaded. */
  readonly onBreak: () => void;
}

function Canvas({ market, view, settings, form, onChart, onBreak }: CanvasProps) {
  const t = useTexts(chartTexts);
  const lang = useLang();
  const palette = usePalette();
  const element = useRef<HTMLDivElement>(null);
  const [chart, setChart] = useState<CandleChart | null>(null);
  const showChart = useEffectEvent((made: CandleChart | null) => {
    setChart(made);
    onChart?.(made);
  });
  const reportBreak = useEffectEvent(onBreak);
  const begin = useEffectEvent((library: ConstructorParameters<typeof CandleChart>[0], into: HTMLElement) => {
    return new CandleChart(library, into, form, { market, view, settings, lang, palette });
  });

  useEffect(() => {
    let made: CandleChart | null = null;
    let gone = false;
    // Beside the page's words and numbers the library is large: it has the line after them.
    firstPaint
      .then(() => fetchCode(() => import('klinecharts')))
      .then(async (library) => {
        await prepareDates();
        await nextTask();
        return library;
      })
      .then(
        (library) => {
          if (gone || !element.current) return;
          made = begin(library, element.current);
          showChart(made);
        },
        () => !gone && reportBreak(),
      );
    return () => {
      gone = true;
      showChart(null);
      made?.end();
    };
  }, []);

  useEffect(
    () => chart?.show({ market, view, settings, lang, palette }),
    [chart, market, view, settings, lang, palette],
  );

  return (
    <div ref={element} className={styles.canvas} role="img" aria-label={t.chartOf(market.symbol, t.views[view])} />
  );
}

/** Yields to other work, such as a touch, and continues in a task of its own. */
const nextTask = (): Promise<void> => new Promise((resolve) => void setTimeout(resolve));

/** Warms up date formatting, which takes a browser nearly as long as the whole chart, in a task of its own, so that touches are handled in between. */
const prepareDates = (): Promise<unknown> => nextTask().then(() => new Intl.DateTimeFormat('en', { hour: '2-digit' }));

type State = 'loading' | 'empty' | 'failed' | 'shown' | 'stale';

/** Message over the candles or in place of them. */
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
          <ErrorState error={feed.store.get().error} onRetry={() => feed.refresh()} />
        </div>
      );
  }
}
