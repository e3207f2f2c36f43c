import { CandleSeries, RefusedError } from '@fft/client';
import { calls, Code, type Candle, type Interval } from '@fft/contract';
import { callApi } from '../../api/index.ts';
import { appStream, firstDrawing, serverNow } from '../../api/connection/index.ts';
import { createKeyed, createStore, type Store } from './frame-store.ts';
import { type Freshness, keepFresh } from './keep-fresh.ts';

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
  /** Asks for a page before the first candle, one at a time: who asks meanwhile waits for the same; rejects when it can't be had. */
  loadOlder(): Promise<void>;
  /** Asks at once, when somebody looks at it. */
  refresh(): void;
}

/** Candles of the first picture: more than a phone shows at once, and enough for the slowest average. */
const firstPage = 500;
/** The contract's most: a page back is seldom, and goes far. */
const olderPage = 1000;
/** How often it is looked whether a new candle has begun without a trade. */
const advanceMs = 1000;

const nothing: CandleState = { status: 'loading', candles: [], hasOlder: false, at: null };

/** One chart's live candles: pages of the call and pushes of the stream in one series. */
class LiveCandles implements CandleFeed {
  readonly #symbol: string;
  readonly #interval: Interval;
  #series: CandleSeries;
  readonly #early: (readonly Candle[])[] = [];
  readonly store: Store<CandleState>;
  #hasOlder = false;
  /** A page has come, be it an empty one. */
  #paged = false;
  #fresh: Freshness | null = null;
  #older: Promise<void> | null = null;

  constructor(symbol: string, interval: Interval) {
    this.#symbol = symbol;
    this.#interval = interval;
    this.#series = new CandleSeries(interval);
    this.store = createStore<CandleState>(nothing, { start: () => this.#start() });
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
    const { status, at } = this.store.newest();
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
    await firstDrawing;
    try {
      const carried = await this.#resume(signal);
      const page = carried ?? (await this.#ask({ limit: firstPage }, signal));
      if (signal.aborted) return;
      if (carried === null) this.#series = new CandleSeries(this.#interval);
      this.#takeFresh(page, page.length === (carried === null ? firstPage : olderPage));
    } catch {
      if (!signal.aborted) this.#publish('failed', this.store.newest().at);
    }
  }

  /** What follows on what is here; null where nothing is, or where the server refuses: what is here ends after its own time. */
  async #resume(signal: AbortSignal): Promise<readonly Candle[] | null> {
    const from = this.#series.resumeFrom;
    if (from === undefined) return null;
    try {
      return await this.#ask({ limit: olderPage, from }, signal);
    } catch (error) {
      if (!(error instanceof RefusedError) || error.code !== Code.badRequest) throw error;
      // What is pushed from now on belongs to the page that begins anew.
      this.#paged = false;
      return null;
    }
  }

  #ask(part: { readonly limit: number; readonly from?: number; readonly to?: number }, signal?: AbortSignal) {
    const input = { symbol: this.#symbol, interval: this.#interval, ...part };
    return callApi(calls.candles.candles, input, { quiet: true, ...(signal && { signal }) });
  }

  /** What is pushed before the first page is kept for it: the page may be older. */
  #takePush(push: readonly Candle[]): void {
    if (!this.#paged) this.#early.push(push);
    else if (this.#series.takePush(push)) this.#publish('ready', Date.now());
    else this.refresh();
  }

  #takeFresh(page: readonly Candle[], full: boolean): void {
    const [oldest] = this.#series.candles;
    this.#paged = true;
    this.#series.takePage(page);
    // A page that begins the series anew says by itself whether it reaches the first trade.
    if (oldest === undefined || this.#series.candles[0]?.[0] !== oldest[0]) this.#hasOlder = full;
    for (const push of this.#early.splice(0)) this.#series.takePush(push);
    this.#carryOn();
    this.#publish('ready', Date.now());
  }

  /** Candles begin by the clock, with or without a trade. */
  #advance(): void {
    const count = this.#series.candles.length;
    const { status, at } = this.store.newest();
    if (status !== 'ready') return;
    this.#carryOn();
    if (this.#series.candles.length > count) this.#publish(status, at);
  }

  /** Not by this machine's clock alone: one that is ahead would make up candles that haven't begun. */
  #carryOn(): void {
    const now = serverNow();
    if (now !== null) this.#series.advance(now);
  }

  #publish(status: CandleState['status'], at: number | null): void {
    this.store.set({ status, candles: this.#series.candles, hasOlder: this.#hasOlder, at });
  }
}

const feeds = createKeyed((key: string): CandleFeed => {
  const [symbol = '', interval] = key.split(' ');
  // The key is made below, of an interval.
  return new LiveCandles(symbol, interval as Interval);
});

/** A chart's candles, followed while anybody listens to their store; kept, so that coming back shows at once what was known. */
export const candleFeed = (symbol: string, interval: Interval): CandleFeed => feeds(`${symbol} ${interval}`);
