import { CandleSeries, RefusedError } from '@fft/client';
import { calls, Code, type Candle, type Interval } from '@fft/contract';
import type { Store } from '@fft/kit';
import { callApi } from '../../api/index.ts';
import { appStream, serverNow } from '../../api/connection/index.ts';
import { firstPaint } from '../../lib/first-paint.ts';
import { createFrameStore, createKeyed } from '../../lib/frame-store.ts';
import { type Freshness, keepFresh } from './keep-fresh.ts';
import { marketEveryMs } from './live-query.ts';

/**
 * One chart's candles, oldest first and without gaps. The array may be the same object and have grown: a new state means that something changed.
 * `hasOlder`: there may have been trades before the first candle.
 */
export interface CandleState {
  readonly status: 'loading' | 'ready' | 'failed';
  readonly candles: readonly Candle[];
  readonly hasOlder: boolean;
  /** The device's time when the candles were last known to be current, ms. */
  readonly at: number | null;
  /** The reason, if the last read failed. */
  readonly error?: unknown;
}

export interface CandleFeed {
  readonly store: Store<CandleState>;
  /** Loads the page before the first candle. Concurrent calls share one request; rejects if it fails. */
  loadOlder(): Promise<void>;
  /** Reads immediately if the store has listeners. */
  refresh(): void;
}

/** Candles of the first page: more than a phone shows at once, and enough for the slowest average. */
const firstPage = 500;
/** The contract's maximum: older pages are requested seldom, so they are large. */
const olderPage = 1000;
/** Interval of checks for a candle that begins without a trade. */
const advanceMs = 1000;

const nothing: CandleState = { status: 'loading', candles: [], hasOlder: false, at: null };

/** One chart's live candles: merges the call's pages and the stream's pushes into one series. */
class LiveCandles implements CandleFeed {
  readonly #symbol: string;
  readonly #interval: Interval;
  #series: CandleSeries;
  readonly #early: (readonly Candle[])[] = [];
  readonly store: Store<CandleState>;
  #hasOlder = false;
  /** True once a page has arrived, even an empty one. */
  #paged = false;
  #fresh: Freshness | null = null;
  #older: Promise<void> | null = null;

  constructor(symbol: string, interval: Interval) {
    this.#symbol = symbol;
    this.#interval = interval;
    this.#series = new CandleSeries(interval);
    this.store = createFrameStore<CandleState>(nothing, { everyMs: marketEveryMs, start: () => this.#start() });
  }

  refresh(): void {
    this.#fresh?.again();
  }

  loadOlder(): Promise<void> {
    this.#older ??= this.#loadOlder().finally(() => (this.#older = null));
    return this.#older;
  }

  async #loadOlder(): Promise<void> {
    const [oldest] = this.#series.candles;
    if (oldest === undefined) return;
    const page = await this.#ask({ limit: olderPage, to: oldest[0] - 1 });
    if (this.#series.candles[0]?.[0] !== oldest[0]) return;
    this.#series.takePage(page);
    this.#hasOlder = page.length === olderPage;
    const { status, at } = this.store.latest();
    this.#publish(status, at);
  }

  #start(): () => void {
    const leave = appStream().subscribe(`kline:${this.#symbol}:${this.#interval}`, (push) => this.#takePush(push));
    const fresh = keepFresh((signal) => this.#load(signal));
    this.#fresh = fresh;
    const timer = setInterval(() => this.#advance(), advanceMs);
    return () => {
      leave();
      fresh.end();
      clearInterval(timer);
      this.#fresh = null;
    };
  }

  async #load(signal: AbortSignal): Promise<void> {
    await firstPaint;
    try {
      const carried = await this.#resume(signal);
      const page = carried ?? (await this.#ask({ limit: firstPage }, signal));
      if (signal.aborted) return;
      if (carried === null) this.#series = new CandleSeries(this.#interval);
      this.#takeFresh(page, page.length === (carried === null ? firstPage : olderPage));
    } catch (error) {
      if (!signal.aborted) this.#publish('failed', this.store.latest().at, error);
    }
  }

  /** Reads the candles after the known ones. Null if there are none, or if the server refuses because they end after its own time. */
  async #resume(signal: AbortSignal): Promise<readonly Candle[] | null> {
    const from = this.#series.resumeFrom;
    if (from === undefined) return null;
    try {
      return await this.#ask({ limit: olderPage, from }, signal);
    } catch (error) {
      if (!(error instanceof RefusedError) || error.code !== Code.badRequest) throw error;
      // Pushes from now on belong to the page that restarts the series.
      this.#paged = false;
      return null;
    }
  }

  #ask(part: { readonly limit: number; readonly from?: number; readonly to?: number }, signal?: AbortSignal) {
    const input = { symbol: this.#symbol, interval: this.#interval, ...part };
    return callApi(calls.candles.list, input, { quiet: true, ...(signal && { signal }) });
  }

  /** Pushes before the first page are held back: the page may be older. */
  #takePush(push: readonly Candle[]): void {
    if (!this.#paged) this.#early.push(push);
    else if (this.#series.takePush(push)) this.#publish('ready', Date.now());
    else this.refresh();
  }

  #takeFresh(page: readonly Candle[], full: boolean): void {
    const [oldest] = this.#series.candles;
    this.#paged = true;
    this.#series.takePage(page);
    // A page that restarts the series shows by its length whether it reaches the first trade.
    if (oldest === undefined || this.#series.candles[0]?.[0] !== oldest[0]) this.#hasOlder = full;
    for (const push of this.#early.splice(0)) this.#series.takePush(push);
    this.#carryOn();
    this.#publish('ready', Date.now());
  }

  /** Candles begin by the clock, with or without a trade. */
  #advance(): void {
    const count = this.#series.candles.length;
    const { status, at } = this.store.latest();
    if (status !== 'ready') return;
    this.#carryOn();
    if (this.#series.candles.length > count) this.#publish(status, at);
  }

  /** Uses the server's clock: a device's clock that is ahead would create candles that haven't begun. */
  #carryOn(): void {
    const now = serverNow();
    if (now !== null) this.#series.advance(now);
  }

  #publish(status: CandleState['status'], at: number | null, error: unknown = null): void {
    this.store.set({ status, candles: this.#series.candles, hasOlder: this.#hasOlder, at, error });
  }
}

const feeds = createKeyed((key: string): CandleFeed => {
  const [symbol = '', interval] = key.split(' ');
  // The key is built below from an interval.
  return new LiveCandles(symbol, interval as Interval);
});

/** A chart's candles, live while their store has listeners. Kept, so that returning immediately shows what was known. */
export const candleFeed = (symbol: string, interval: Interval): CandleFeed => feeds(`${symbol} ${interval}`);
