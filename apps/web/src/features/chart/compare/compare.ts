import type { Market } from '@fft/contract';
import type { Chart } from 'klinecharts';
import type * as Library from 'klinecharts';
import { candleFeed } from '../../live/index.ts';
import { candlePane } from '../candles/candle-chart.ts';
import { percentChange } from '../candles/chart-numbers.ts';
import { intervalOfPeriod } from '../views/chart-views.ts';
import { closesAt, type CompareRow, compareRows } from './compare-rows.ts';

const name = 'OTHER_MARKET';

export interface Compared {
  readonly other: Market;
  readonly color: string;
}

/** Draws another market's line over a chart's candles. Returns a function that removes the line. */
export function compareWith(library: typeof Library, chart: Chart, { other, color }: Compared): () => void {
  let version = 0;
  library.registerIndicator<CompareRow>({
    name,
    shortName: other.symbol,
    series: 'price',
    figures: [{ key: 'compare', type: 'line', styles: () => ({ color, size: 1.5 }) }],
    shouldUpdate: () => true,
    calc: (bars) => {
      const others = feedNow()
        .store.latest()
        .candles.map(([timestamp, , , , close]) => ({ timestamp, close: Number(close) }));
      return compareRows(bars, closesAt(bars, others), () => chart.getVisibleRange().from);
    },
    createTooltipDataSource: ({ indicator, crosshair }) => {
      const row = indicator.result[crosshair.dataIndex ?? chart.getDataList().length - 1];
      const text = row?.ratio === undefined ? '--' : percentChange(1, row.ratio);
      const legends = [{ title: { text: `${other.symbol} `, color }, value: { text, color } }];
      return { name: '', calcParamsText: '', features: [], legends };
    },
  });

  function feedNow() {
    return candleFeed(other.symbol, intervalOfPeriod(chart.getPeriod() ?? { type: 'hour', span: 1 }));
  }

  // When the chart's interval changes, the followed feed changes too.
  let followed = feedNow();
  let leave = followed.store.subscribe(changed);

  function changed(): void {
    version += 1;
    chart.overrideIndicator({ name, id: name, extendData: version });
    void fetchOlder();
  }

  async function fetchOlder(): Promise<void> {
    const { candles, hasOlder } = followed.store.latest();
    const [first] = chart.getDataList();
    const oldest = candles[0]?.[0];
    if (hasOlder && first !== undefined && oldest !== undefined && oldest > first.timestamp) {
      await followed.loadOlder().catch(() => undefined);
    }
  }

  function follow(): void {
    const now = feedNow();
    if (now !== followed) {
      leave();
      followed = now;
      leave = now.store.subscribe(changed);
      changed();
    } else void fetchOlder();
  }

  chart.createIndicator({ name, id: name, paneId: candlePane }, true);
  chart.subscribeAction('onVisibleRangeChange', follow);
  return () => {
    chart.unsubscribeAction('onVisibleRangeChange', follow);
    leave();
    chart.removeIndicator({ id: name });
  };
}
