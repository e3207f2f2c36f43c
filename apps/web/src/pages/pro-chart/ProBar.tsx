import type { Market } from '@fft/contract';
import { ChartTools, type ChartToolsProps } from '../../features/chart/drawing/ChartTools.tsx';
import { ViewRow } from '../../features/chart/views/ViewRow.tsx';
import { directionOf, formatPrice } from '../../lib/format/index.ts';
import { classes, IconButton } from '../../ui/kit/index.ts';
import { useTicker } from '../../features/live/tickers.ts';
import { Change } from '../../features/market-data/Change.tsx';
import { chartPath } from '../../features/market-data/market-paths.ts';
import { MarketTitle } from '../../features/market-list/MarketTitle.tsx';
import { useBack } from '../../features/shell/index.ts';
import { chartTexts } from '../../i18n/chart.ts';
import { shellTexts } from '../../i18n/shell.ts';
import { useTexts } from '../../i18n/index.ts';
import styles from './ProBar.module.css';
import { useFullScreen } from './use-full-screen.ts';

export type ProBarProps = Omit<ChartToolsProps, 'className' | 'toolClassName' | 'children'>;

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
      <ViewRow hidden={depth} className={styles.views} />
      <ChartTools {...props} className={styles.tools} toolClassName={styles.tool} />
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
