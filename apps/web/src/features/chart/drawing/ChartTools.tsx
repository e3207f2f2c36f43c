import type { Market } from '@fft/contract';
import { type ReactNode, useState } from 'react';
import type { CandleChart } from '../candles/candle-chart.ts';
import { useChartSettings } from '../settings/chart-settings.ts';
import { IndicatorSheet, SettingsSheet } from '../lazy-sheets.ts';
import { usePalette } from '../candles/palette.ts';
import type { ChosenMarket } from '../../market-data/index.ts';
import { useSession } from '../../session/index.ts';
import { MarketDrawer } from '../../market-list/index.ts';
import { useIsWide } from '../../../lib/use-is-wide.ts';
import { classes, IconButton, type IconName, OnceOpened, toast } from '../../../ui/kit/index.ts';
import { chartTexts } from '../../../i18n/chart.ts';
import { useTexts } from '../../../i18n/index.ts';
import { loadSheets } from './lazy-sheets.ts';
import styles from './ChartTools.module.css';

export interface ChartToolsProps {
  readonly chosen: ChosenMarket;
  readonly market: Market;
  /** Null while there is no chart to capture. */
  readonly chart: CandleChart | null;
  readonly depth: boolean;
  readonly onDepth: (shown: boolean) => void;
  readonly compared: Market | null;
  readonly onCompare: (other: Market | null) => void;
  readonly className?: string | undefined;
  readonly toolClassName?: string | undefined;
  /** The page has room for several charts. */
  readonly withMore?: boolean;
  /** More tools, before these. */
  readonly children?: ReactNode;
}

type Opened = 'indicators' | 'settings' | 'compare' | null;

/** Actions on the whole chart: its settings, comparison, market depth, a picture. */
export function ChartTools(props: ChartToolsProps) {
  const { chosen, market, chart, depth, onDepth, compared, onCompare, className, toolClassName, withMore, children } =
    props;
  const t = useTexts(chartTexts);
  const { view } = useChartSettings();
  const { isLoggedIn } = useSession();
  const isWide = useIsWide();
  const palette = usePalette();
  const [opened, setOpened] = useState<Opened>(null);
  const close = (): void => setOpened(null);
  const tool = (icon: IconName, label: string, onClick: () => void, { on, opens }: ToolState = {}) => (
    <IconButton
      icon={icon}
      size={20}
      label={label}
      className={classes(styles.tool, on && styles.on, toolClassName)}
      aria-haspopup={opens ? 'dialog' : undefined}
      {...(on !== undefined && { pressed: on })}
      onClick={onClick}
    />
  );

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
    <div className={classes(styles.tools, className)} role="toolbar" aria-label={t.tools}>
      {children}
      {!depth && (
        <>
          {tool('candles', t.settings, () => setOpened('settings'), { opens: true })}
          {tool('formula', t.indicators, () => setOpened('indicators'), { opens: true })}
          {tool(
            'indicators',
            compared ? t.stopCompare(compared.symbol) : t.compare,
            () => (compared ? onCompare(null) : setOpened('compare')),
            { on: compared !== null, opens: compared === null },
          )}
        </>
      )}
      {tool('compare', t.depth, () => onDepth(!depth), { on: depth })}
      {chart !== null && tool('camera', t.savePicture, photograph)}
      <OnceOpened open={opened === 'indicators'}>
        <IndicatorSheet open={opened === 'indicators'} onClose={close} />
      </OnceOpened>
      <OnceOpened open={opened === 'settings'}>
        <SettingsSheet
          open={opened === 'settings'}
          withOrders
          withMore={withMore}
          // A wide window opens a layout with its panels, from the workspace's menu.
          withLayouts={isLoggedIn && !isWide && withMore !== true}
          onClose={close}
        />
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

interface ToolState {
  readonly on?: boolean;
  readonly opens?: boolean;
}
