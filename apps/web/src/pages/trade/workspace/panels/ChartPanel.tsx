import type { Market } from '@fft/contract';
import { useState } from 'react';
import { AlertBell } from '../../../../features/alerts/AlertBell.tsx';
import type { CandleChart, ChartForm } from '../../../../features/chart/candles/candle-chart.ts';
import { Chart } from '../../../../features/chart/Chart.tsx';

import { ChartTools } from '../../../../features/chart/drawing/ChartTools.tsx';
import { Comparison, DepthChart } from '../../../../features/chart/drawing/lazy-sheets.ts';
import { hasDrawings } from '../../../../features/chart/drawing/drawing-keys.ts';
import { OrderLines } from '../../../../features/chart/marks/lazy-order-lines.ts';
import { useCompared } from '../../../../features/chart/compare/use-compared.ts';
import { ViewRow } from '../../../../features/chart/views/ViewRow.tsx';
import { DemoTag } from '../../../../features/demo/index.ts';
import { proChartPath } from '../../../../features/market-data/market-paths.ts';
import type { ChosenMarket } from '../../../../features/market-data/use-chosen-market.ts';
import { useSession } from '../../../../features/session/index.ts';
import { navigate } from '../../../../lib/routing/index.ts';
import { IconButton } from '../../../../ui/kit/index.ts';
import { workspaceTexts } from '../../../../i18n/workspace.ts';
import { useTexts } from '../../../../i18n/index.ts';
import { PanelFrame } from '../layout/PanelFrame.tsx';
import { ChartDrawings, MoreCharts } from '../lazy-parts.ts';
import styles from './ChartPanel.module.css';

const form: ChartForm = {
  insideAxis: false,
  alwaysLegend: true,
  roomTop: 40,
  volumeOver: false,
  paneHeight: 84,
  roomRight: 64,
  barSpace: 8,
};

export interface ChartPanelProps {
  readonly chosen: ChosenMarket;
  readonly market: Market;
}

/** The chart with drawings and the customer's orders, or the market's depth. */
export function ChartPanel({ chosen, market }: ChartPanelProps) {
  const t = useTexts(workspaceTexts);
  const { compared, shown, compare } = useCompared(chosen.markets, market);
  const { isLoggedIn } = useSession();
  const [chart, setChart] = useState<CandleChart | null>(null);
  const [depth, setDepth] = useState(false);
  const [draws, setDraws] = useState(false);
  return (
    <PanelFrame
      name="chart"
      title={t.panels.chart}
      head={<ViewRow hidden={depth} className={styles.views} />}
      aside={
        <ChartTools
          chosen={chosen}
          market={market}
          chart={depth ? null : chart}
          depth={depth}
          onDepth={setDepth}
          compared={compared}
          onCompare={compare}
          className={styles.tools}
          withMore
        >
          {!depth && (
            <IconButton icon="edit" size={18} label={t.draw} pressed={draws} onClick={() => setDraws(!draws)} />
          )}
          <AlertBell market={market} />
          <IconButton
            icon="full-screen"
            size={18}
            label={t.fullChart}
            onClick={() => navigate(proChartPath(market.symbol))}
          />
        </ChartTools>
      }
    >
      {depth ? (
        <div className={styles.depth}>
          <DepthChart market={market} />
        </div>
      ) : (
        <div className={styles.stage}>
          {(draws || hasDrawings(market.symbol)) && <ChartDrawings chart={chart} market={market} tools={draws} />}
          {compared && <Comparison chart={chart} other={compared} />}
          <div className={styles.charts} data-charts={shown.charts}>
            <div className={styles.first}>
              <Chart market={market} view={shown.view} settings={shown} form={form} onChart={setChart}>
                <span className={styles.demo}>
                  <DemoTag />
                </span>
              </Chart>
            </div>
            {shown.charts > 1 && <MoreCharts chosen={chosen} market={market} count={shown.charts} />}
          </div>
        </div>
      )}
      {isLoggedIn && <OrderLines chart={chart} market={market} shown={shown.orders} />}
    </PanelFrame>
  );
}
