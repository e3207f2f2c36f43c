import type {
  Chart,
  DataLoader,
  DataLoaderGetBarsParams,
  DataLoaderSubscribeBarParams,
  KLineData,
  Period,
} from 'klinecharts';
import { candleFeed, type CandleFeed } from '../../live/index.ts';
import { barsSince, mendBars, toBar } from './bar.ts';
import { intervalOfPeriod } from '../views/chart-views.ts';

/** Maximum number of new bars that the chart adds one by one. After a longer absence the chart reloads. */
const maxAdded = 50;

type Deliver = (bars: KLineData[], more: { readonly forward: boolean; readonly backward: false }) => void;

const nothing = (): void => undefined;

const feedOf = (symbol: string, period: Period): CandleFeed => candleFeed(symbol, intervalOfPeriod(period));

/**
 * Feeds one chart from the live candles: the newest page, older pages while the customer scrolls back, and every change.
 * The library's "forward" means back in time.
 */
export class CandleLoader implements DataLoader {
  readonly #chart: Pick<Chart, 'getDataList' | 'resetData'>;
  #leave: () => void = nothing;
  /** Counts the chart's changes of market or interval: the chart drops an answer that belongs to an earlier count. */
  #turn = 0;
  /** Start time of the chart's newest bar. */
  #newest = 0;

  constructor(chart: Pick<Chart, 'getDataList' | 'resetData'>) {
    this.#chart = chart;
  }

  getBars({ type, symbol, period, timestamp, callback }: DataLoaderGetBarsParams): void {
    const feed = feedOf(symbol.ticker, period);
    if (type === 'init') this.#begin(feed, callback);
    else if (type === 'forward' && timestamp !== null) void this.#goBack(feed, timestamp, callback);
    else callback([], { forward: false, backward: false });
  }

  subscribeBar({ symbol, period, callback }: DataLoaderSubscribeBarParams): void {
    const feed = feedOf(symbol.ticker, period);
    const leaveBefore = this.#leave;
    // Add the new listener before removing the old one: a feed without listeners would stop and restart.
    this.#leave = feed.store.subscribe(() => this.#follow(feed, callback));
    leaveBefore();
  }

  unsubscribeBar(): void {
    this.#leave();
  }

  end(): void {
    this.#leave();
    this.#turn += 1;
  }

  /** Passes the first candles, or their absence, to the library as soon as they are known. */
  #begin(feed: CandleFeed, deliver: Deliver): void {
    this.#leave();
    this.#turn += 1;
    let isReported = false;
    const take = (): void => {
      const { status, candles, hasOlder } = feed.store.get();
      if (isReported || status === 'loading' || (candles.length === 0 && status === 'failed')) return;
      isReported = true;
      this.#newest = candles.at(-1)?.[0] ?? 0;
      deliver(candles.map(toBar), { forward: hasOlder, backward: false });
    };
    this.#leave = feed.store.subscribe(take);
    take();
  }

  async #goBack(feed: CandleFeed, before: number, deliver: Deliver): Promise<void> {
    const turn = this.#turn;
    const [oldest] = feed.store.latest().candles;
    if (oldest !== undefined && oldest[0] >= before) await feed.loadOlder().catch(nothing);
    if (turn !== this.#turn) return;
    const { candles, hasOlder } = feed.store.latest();
    deliver(candles.filter(([time]) => time < before).map(toBar), { forward: hasOlder, backward: false });
  }

  #follow(feed: CandleFeed, add: (bar: KLineData) => void): void {
    const { candles } = feed.store.get();
    if (candles.length === 0) return;
    const bars = barsSince(candles, this.#newest);
    if (bars === null || bars.length > maxAdded) {
      this.#chart.resetData();
      return;
    }
    // Older bars change first: adding a bar makes the library compute the indicators and draw.
    mendBars(this.#chart.getDataList(), candles);
    this.#newest = bars.at(-1)?.timestamp ?? this.#newest;
    for (const bar of bars) add(bar);
  }
}
