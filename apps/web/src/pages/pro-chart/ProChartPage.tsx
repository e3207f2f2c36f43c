import type { Market } from '@fft/contract';
import { useState } from 'react';
import type { CandleChart, ChartForm } from '../../features/chart/candles/candle-chart.ts';
import { Chart } from '../../features/chart/Chart.tsx';
import { useCompared } from '../../features/chart/compare/use-compared.ts';
import { OrderLines } from '../../features/chart/marks/lazy-order-lines.ts';
import { DemoTag } from '../../features/demo/index.ts';
import { Delayed, ErrorState } from '../../ui/kit/index.ts';
import { type ChosenMarket, useChosenMarket } from '../../features/market-data/use-chosen-market.ts';
import { Page } from '../../features/shell/index.ts';
import { useSession } from '../../features/session/index.ts';
import { chartTexts } from '../../i18n/chart.ts';
import { useTexts } from '../../i18n/index.ts';
import { DrawingBar } from '../../features/chart/drawing/DrawingBar.tsx';
import { DrawingTools } from '../../features/chart/drawing/DrawingTools.tsx';
import { Comparison, DepthChart } from '../../features/chart/drawing/lazy-sheets.ts';
import { ProBar } from './ProBar.tsx';
import styles from './ProChartPage.module.css';
import { ProSkeleton } from './ProSkeleton.tsx';
import { useDrawingTools } from '../../features/chart/drawing/use-drawing-tools.tsx';

const form: ChartForm = {
  insideAxis: false,
  alwaysLegend: true,
  roomTop: 40,
  volumeOver: true,
  paneHeight: 84,
  roomRight: 48,
  barSpace: 8,
};

/** The professional chart, as large as the screen: drawings, comparison, market depth, and the customer's own orders. */
export function ProChartPage() {
  const t = useTexts(chartTexts);
  const chosen = useChosenMarket();
  if (chosen.market !== null) return <ProChartOf chosen={chosen} market={chosen.market} />;
  return (
    <Page title={t.proTitle} filled bare={!chosen.failed} back={{ fallback: '/pages/home/market' }}>
      {chosen.failed ? (
        <ErrorState error={chosen.error} onRetry={chosen.retry} busy={chosen.busy} />
      ) : (
        <Delayed>
          <ProSkeleton />
        </Delayed>
      )}
    </Page>
  );
}

interface ProChartOfProps {
  readonly chosen: ChosenMarket;
  readonly market: Market;
}

function ProChartOf({ chosen, market }: ProChartOfProps) {
  const t = useTexts(chartTexts);
  const { compared, shown, compare } = useCompared(chosen.markets, market);
  const { isLoggedIn } = useSession();
  const [chart, setChart] = useState<CandleChart | null>(null);
  const [depth, setDepth] = useState(false);
  const { drawings, draw, sheet } = useDrawingTools(chart, market);

  return (
    <Page title={`${market.symbol} ${t.proTitle}`} bare filled>
      <div className={styles.workspace}>
        <ProBar
          chosen={chosen}
          market={market}
          chart={depth ? null : chart}
          depth={depth}
          onDepth={setDepth}
          compared={compared}
          onCompare={compare}
        />
        {depth ? (
          <div className={styles.whole}>
            <DepthChart market={market} />
          </div>
        ) : (
          <>
            <DrawingTools drawings={drawings} onDraw={draw} />
            <div className={styles.stage}>
              <Chart market={market} view={shown.view} settings={shown} form={form} onChart={setChart}>
                {drawings.selected && drawings.board ? (
                  <DrawingBar key={drawings.selected.id} drawing={drawings.selected} board={drawings.board} />
                ) : (
                  <span className={styles.demo}>
                    <DemoTag />
                  </span>
                )}
              </Chart>
            </div>
          </>
        )}
      </div>
      {sheet}
      {compared && <Comparison chart={chart} other={compared} />}
      {isLoggedIn && <OrderLines chart={chart} market={market} shown={shown.orders} />}
    </Page>
  );
}
