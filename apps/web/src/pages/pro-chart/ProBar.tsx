import type { Market } from '@fft/contract';
import { useEffect, useRef, useState } from 'react';
import type { CandleChart } from '../../features/chart/candle-chart.ts';
import { changeChartSettings, useChartSettings } from '../../features/chart/chart-settings.ts';
import { chartViews } from '../../features/chart/chart-views.ts';
import { IndicatorSheet, SettingsSheet } from '../../features/chart/lazy-sheets.ts';
import { usePalette } from '../../features/chart/palette.ts';
import { directionOf, formatPrice } from '../../lib/format/index.ts';
import { classes, IconButton, toast, OnceOpened } from '../../ui/kit/index.ts';
import { useTicker } from '../../features/live/tickers.ts';
import { Change } from '../../features/market-data/Change.tsx';
import { chartPath } from '../../features/market-data/market-paths.ts';
import { MarketTitle } from '../../features/market-list/MarketTitle.tsx';
import type { ChosenMarket } from '../../features/market-data/use-chosen-market.ts';
import { useBack } from '../../features/shell/index.ts';
import { chartTexts } from '../../i18n/chart.ts';
import { shellTexts } from '../../i18n/shell.ts';
import { useTexts } from '../../i18n/index.ts';
import { MarketDrawer } from '../../features/market-list/lazy-market-drawer.ts';
import { loadSheets } from './lazy-sheets.ts';
import styles from './ProBar.module.css';
import { useFullScreen } from './use-full-screen.ts';

export interface ProBarProps {
  readonly chosen: ChosenMarket;
  readonly market: Market;
  /** Null while there is no chart to capture. */
  readonly chart: CandleChart | null;
  readonly depth: boolean;
  readonly onDepth: (shown: boolean) => void;
  readonly compared: Market | null;
  readonly onCompare: (other: Market | null) => void;
}

/** The chart's bar: market, interval, and actions on the whole chart. */
export function ProBar(props: ProBarProps) {
  const { chosen, market, depth } = props;
  const shell = useTexts(shellTexts);
  const goBack = useBack(chartPath(market.symbol));
  return (
    <header className={styles.bar}>
      <div className={styles.market}>
        <IconButton icon="chevron-left" label={shell.back} onClick={goBack} />
        <MarketTitle market={market} markets={chosen.markets} onChoose={chosen.choose} mark={false} />
        <LastPrice market={market} />
      </div>
      <Views disabled={depth} />
      <Tools {...props} />
      <FullScreen />
    </header>
  );
}

function LastPrice({ market }: { readonly market: Market }) {
  const ticker = useTicker(market.symbol)?.ticker ?? null;
  return (
    <p className={styles.price}>
      <span className={classes(styles.last, styles[directionOf(ticker?.change)])}>{formatPrice(ticker?.last)}</span>
      <Change change={ticker?.change ?? null} state={ticker?.state} />
    </p>
  );
}

function Views({ disabled }: { readonly disabled: boolean }) {
  const t = useTexts(chartTexts);
  const { view } = useChartSettings();
  const row = useRef<HTMLDivElement>(null);
  useEffect(() => {
    row.current?.querySelector(`[data-view="${view}"]`)?.scrollIntoView({ inline: 'center', block: 'nearest' });
  }, [view]);
  return (
    <div ref={row} className={classes(styles.views, disabled && styles.hidden)} role="group" aria-label={t.intervals}>
      {chartViews.map((one) => (
        <button
          key={one}
          data-view={one}
          type="button"
          className={classes(styles.view, one === view && styles.chosen)}
          aria-pressed={one === view}
          onClick={() => changeChartSettings({ view: one })}
        >
          {t.views[one]}
        </button>
      ))}
    </div>
  );
}

type Opened = 'indicators' | 'settings' | 'compare' | null;

function Tools({ chosen, market, chart, depth, onDepth, compared, onCompare }: ProBarProps) {
  const t = useTexts(chartTexts);
  const { view } = useChartSettings();
  const palette = usePalette();
  const [opened, setOpened] = useState<Opened>(null);
  const close = (): void => setOpened(null);

  function photograph(): void {
    if (chart === null) return;
    const title = `${market.symbol} ${t.views[view]}`;
    loadSheets()
      .then(({ savePicture }) => savePicture(chart.chart, title, palette))
      .then(
        () => toast(t.saved),
        () => toast(t.saveFailed),
      );
  }

  return (
    <div className={styles.tools} role="toolbar" aria-label={t.tools}>
      {!depth && (
        <>
          <Tool icon="candles" label={t.settings} opens onClick={() => setOpened('settings')} />
          <Tool icon="formula" label={t.indicators} opens onClick={() => setOpened('indicators')} />
          <Tool
            icon="indicators"
            label={compared ? t.stopCompare(compared.symbol) : t.compare}
            on={compared !== null}
            opens={compared === null}
            onClick={() => (compared ? onCompare(null) : setOpened('compare'))}
          />
        </>
      )}
      <Tool icon="compare" label={t.depth} on={depth} onClick={() => onDepth(!depth)} />
      {chart !== null && <Tool icon="camera" label={t.savePicture} onClick={photograph} />}
      <OnceOpened open={opened === 'indicators'}>
        <IndicatorSheet open={opened === 'indicators'} onClose={close} />
      </OnceOpened>
      <OnceOpened open={opened === 'settings'}>
        <SettingsSheet open={opened === 'settings'} withOrders onClose={close} />
      </OnceOpened>
      <OnceOpened open={opened === 'compare'}>
        <MarketDrawer
          open={opened === 'compare'}
          markets={chosen.markets.filter(({ symbol }) => symbol !== market.symbol)}
          current={market}
          onChoose={(symbol) => {
            close();
            onCompare(chosen.markets.find((other) => other.symbol === symbol) ?? null);
          }}
          onClose={close}
        />
      </OnceOpened>
    </div>
  );
}

interface ToolProps {
  readonly icon: Parameters<typeof IconButton>[0]['icon'];
  readonly label: string;
  readonly on?: boolean;
  readonly opens?: boolean;
  readonly onClick: () => void;
}

function Tool({ icon, label, on, opens, onClick }: ToolProps) {
  return (
    <IconButton
      icon={icon}
      size={20}
      label={label}
      className={classes(styles.tool, on && styles.on)}
      aria-haspopup={opens ? 'dialog' : undefined}
      {...(on !== undefined && { pressed: on })}
      onClick={onClick}
    />
  );
}

/** Rendered only if the browser supports full screen. */
function FullScreen() {
  const t = useTexts(chartTexts);
  const { possible, on, toggle } = useFullScreen();
  if (!possible) return null;
  return (
    <IconButton
      icon={on ? 'leave-full-screen' : 'full-screen'}
      size={20}
      className={styles.full}
      label={on ? t.leaveFullScreen : t.toFullScreen}
      onClick={toggle}
    />
  );
}
