import { CandleSeries } from '@fft/client';
import { calls, type Candle, type Interval } from '@fft/contract';
import { callApi } from '../api/index.ts';
import { appStream } from '../connection/index.ts';
import { createKeyed, createStore, type Store } from './frame-store.ts';
import { keepFresh } from './keep-fresh.ts';

/**
 * One chart's candles, oldest first and without gaps. The array may be the same one as before and have grown: a new state says that something changed.
 * `hasOlder`: there may have been trades before the first of them.
 */
export interface CandleState {
  readonly status: 'loading' | 'ready' | 'failed';
  readonly candles: readonly Candle[];
  readonly hasOlder: boolean;
  /** This machine's time when the candles were last known to be true, ms. */
  readonly at: number | null;
}

export interface CandleFeed {
  readonly store: Store<CandleState>;
  /** Asks for a page before the first candle; rejects when it can't be had. */
  readonly loadOlder: () => Promise<void>;
  /** Asks at once, when somebody looks at it. */
  readonly refresh: () => void;
}

/** Candles of the first picture: more than a phone shows at once, and enough for the slowest average. */
const firstPage = 500;
/** The contract's most: a page back is seldom, and goes far. */
const olderPage = 1000;
/** How often it is looked whether a new candle has begun without a trade. */
const advanceMs = 1000;

const nothing: CandleState = { status: 'loading', candles: [], hasOlder: false, at: null };

/** The server's time by this machine's clock and what the stream said of the difference. */
export const serverNow = (): number => Date.now() + (appStream().heartbeat?.clockOffsetMs ?? 0);

function createFeed(symbol: string, interval: Interval): CandleFeed {
  const series = new CandleSeries(interval);
  const early: (readonly Candle[])[] = [];
  let hasOlder = false;
  let refresh = (): void => undefined;

  const store = createStore<CandleState>(nothing, { start });

  function publish(status: CandleState['status'], at: number | null): void {
    store.set({ status, candles: series.candles, hasOlder, at });
  }

  /** What is pushed before the first page is kept for it: the page may be older. */
  function takePush(push: readonly Candle[]): void {
    if (series.resumeFrom === undefined) early.push(push);
    else if (series.takePush(push)) publish('ready', Date.now());
    else refresh();
  }

  function takeFresh(page: readonly Candle[], full: boolean): void {
    const [oldest] = series.candles;
    series.takePage(page);
    // A page that begins the series anew says by itself whether it reaches the first trade.
    if (oldest === undefined || series.candles[0]?.[0] !== oldest[0]) hasOlder = full;
    for (const push of early.splice(0)) series.takePush(push);
    series.advance(serverNow());
    publish('ready', Date.now());
  }

  async function load(signal: AbortSignal): Promise<void> {
    const from = series.resumeFrom;
    const limit = from === undefined ? firstPage : olderPage;
    try {
      const input = { symbol, interval, limit, ...(from !== undefined && { from }) };
      const page = await callApi(calls.kline.candles, input, { quiet: true, signal });
      if (!signal.aborted) takeFresh(page, page.length === limit);
    } catch {
      if (!signal.aborted) publish('failed', store.newest().at);
    }
  }

  function advance(): void {
    const count = series.candles.length;
    const { status, at } = store.newest();
    if (status !== 'ready') return;
    series.advance(serverNow());
    if (series.candles.length > count) publish(status, at);
  }

  function start(): () => void {
    const leave = appStream().subscribe(`kline:${symbol}:${interval}`, takePush);
    const fresh = keepFresh(load);
    refresh = fresh.again;
    const timer = setInterval(advance, advanceMs);
    return () => {
      leave();
      fresh.end();
      clearInterval(timer);
      refresh = () => undefined;
    };
  }

  async function loadOlder(): Promise<void> {
    const [oldest] = series.candles;
    if (oldest === undefined) return;
    const input = { symbol, interval, limit: olderPage, to: oldest[0] - 1 };
    const page = await callApi(calls.kline.candles, input, { quiet: true });
    if (series.candles[0]?.[0] !== oldest[0]) return;
    series.takePage(page);
    hasOlder = page.length === olderPage;
    publish(store.newest().status, store.newest().at);
  }

  return { store, loadOlder, refresh: () => refresh() };
}

const feeds = createKeyed((key: string) => {
  const [symbol = '', interval] = key.split(' ');
  // The key is made below, of an interval.
  return createFeed(symbol, interval as Interval);
});

/** A chart's candles, followed while anybody listens to their store; kept, so that coming back shows at once what was known. */
export const candleFeed = (symbol: string, interval: Interval): CandleFeed => feeds(`${symbol} ${interval}`);
