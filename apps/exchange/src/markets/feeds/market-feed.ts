import { push } from '../../transport/websocket/push.ts';
import { intervals, type Ticker } from '@fft/contract';
import type { Fill, MatchingEngine } from '@fft/engine';
import type { Incidents } from '../../platform/incidents.ts';
import type { Directory } from '../../ledger/listings/directory.ts';
import type { MarketView } from '../../ledger/listings/market-view.ts';
import type { MarketBoard } from '../tickers/market-board.ts';
import { tickerWire, tradeWire } from '../tickers/wire.ts';
import type { Valuation } from '../../assets/prices/valuation.ts';
import type { BatchEvents } from '../../ledger/replica/batch-events.ts';
import { BookFeed, bookSnapshot } from './book-feed.ts';
import type { Channels } from '../../transport/websocket/channels.ts';
import type { Connection } from '../../transport/websocket/connection.ts';
import { isInterval, CandleFeed } from './candle-feed.ts';
import { textFrame } from '../../transport/websocket/text-frame.ts';

/** Books, trades and candles are pushed with every beat, tickers with every fifth, those of all markets once a minute; a market's new state is pushed with the next. */
const beatsPerTicker = 5;
const publicKinds: ReadonlySet<string> = new Set(['ticker', 'depth', 'trades', 'kline']);

export interface MarketFeedOptions {
  readonly engine: MatchingEngine;
  readonly directory: Directory;
  readonly board: MarketBoard;
  readonly valuation: Valuation;
  readonly channels: Channels;
  readonly incidents: Pick<Incidents, 'note'>;
  readonly now: () => number;
}

/** Public channels: depth, trades, candles and tickers of each market, collected and pushed beat by beat. */
export class MarketFeed {
  readonly #options: MarketFeedOptions;
  readonly #books = new Map<number, BookFeed>();
  readonly #klines: CandleFeed;
  #newTrades = new Map<number, Fill[]>();
  #tickersDue = new Set<number>();
  #hasNewState = false;
  /** The minute of the last tickers: each has another day. */
  #tickerMinute: number;
  readonly #sequences = new Map<string, number>();
  /** The last whole state of each channel: the same bytes for every reader, while the sequence is the channel's. */
  #wholes = new Map<string, Whole>();
  #beats = 0;
  #onNews: () => void = () => undefined;
  /** Channels with a failed push: their readers receive the whole state with the next beat. */
  #toResync = new Set<string>();

  constructor(options: MarketFeedOptions) {
    this.#options = options;
    this.#tickerMinute = minuteOf(options.now());
    this.#klines = new CandleFeed(options.board.candles);
  }

  add(batch: BatchEvents): void {
    for (const market of batch.marketStates) {
      this.#tickersDue.add(market);
      this.#hasNewState = true;
    }
    for (const [market, changes] of batch.levels) this.#book(market).add(changes);
    for (const fill of batch.fills) {
      const trades = this.#newTrades.get(fill.market);
      if (trades) trades.push(fill);
      else this.#newTrades.set(fill.market, [fill]);
      this.#tickersDue.add(fill.market);
      this.#klines.touch(fill.market);
    }
    if (this.#isRead(batch)) this.#onNews();
  }

  /** True if the batch changes what somebody reads. What nobody reads delays nothing: news after it is the first after a pause. */
  #isRead({ marketStates, levels, fills }: BatchEvents): boolean {
    if (marketStates.size > 0) return true;
    for (const market of levels.keys()) if (this.#hasReaders('depth', market)) return true;
    for (const market of new Set(fills.map((fill) => fill.market)))
      if (this.#hasReaders('trades', market) || this.#hasCandleReaders(market)) return true;
    return false;
  }

  #hasReaders(kind: string, market: number, interval = ''): boolean {
    const { channels, directory } = this.#options;
    return channels.readers(`${kind}:${directory.marketById(market).rules.symbol}${interval}`).size > 0;
  }

  #hasCandleReaders(market: number): boolean {
    return intervals.some((interval) => this.#hasReaders('kline', market, `:${interval}`));
  }

  onNews(listener: () => void): void {
    this.#onNews = listener;
  }

  /** Pushes what was collected. */
  beat(): void {
    this.#resync();
    for (const [market, book] of this.#books) this.#attempt('depth', market, () => this.#pushOrRestart(market, book));
    this.#pushTrades();
    this.#pushCandles();
    this.#beats += 1;
    if (this.#beats % beatsPerTicker === 0 || this.#hasNewState) {
      this.#pushTickers();
      // The figures of a day change with time, even without trades.
      this.#wholes = new Map();
    }
  }

  /** Discards cached states after a lost push: they are built from the engine again. */
  forgetWholes(): void {
    this.#wholes = new Map();
  }

  /** Returns the sequence of the engine's current book, after its readers received the changes. */
  bookSequence(view: MarketView): number {
    this.#pushBook(view);
    return this.#sequenceOf(bookChannel(view));
  }

  ticker(view: MarketView): Ticker {
    const { board, engine, valuation, now } = this.#options;
    const time = now();
    const value = valuation.usdt(view.base.code, 10n ** BigInt(view.base.decimals));
    const day = board.day(view.id, time);
    const turnoverUsdt = valuation.usdt(view.quote.code, day.turnover);
    return tickerWire(view, day, { value, turnoverUsdt, stateEndsAt: engine.marketStateEnd(view.id), time });
  }

  /** True for a public channel of an existing market. */
  has(channel: string): boolean {
    const [kind = '', symbol, interval] = channel.split(':');
    if (symbol === undefined) return kind === 'ticker';
    if ((kind === 'kline') !== isInterval(interval)) return false;
    return publicKinds.has(kind) && this.#options.directory.market(symbol) !== null;
  }

  /** Sends a channel's whole state to one reader that does not have it, before the pushes that follow. Returns the number of bytes sent. */
  sendWhole(connection: Connection, channel: string): number {
    if (connection.channels.has(channel) && connection.wholes.get(channel) === this.#sequenceOf(channel)) return 0;
    const { sequence, frame } = this.#whole(channel);
    if (!connection.sendOrConflate(channel, frame)) return 0;
    connection.wholes.set(channel, sequence);
    return frame.length;
  }

  #whole(channel: string): Whole {
    const known = this.#wholes.get(channel);
    if (known?.sequence === this.#sequenceOf(channel)) return known;
    const data = this.#wholeData(channel);
    const sequence = this.#sequenceOf(channel);
    const whole = { sequence, frame: textFrame(push(channel, sequence, data)) };
    this.#wholes.set(channel, whole);
    return whole;
  }

  /** Pushes what was collected first, so that later pushes continue from this state. */
  #wholeData(channel: string): unknown {
    const { directory, engine, board, now } = this.#options;
    const [kind, symbol, interval] = channel.split(':');
    const view = symbol === undefined ? null : directory.market(symbol);
    if (kind === 'ticker') return (view ? [view] : directory.markets()).map((market) => this.ticker(market));
    if (view && kind === 'depth') {
      this.#pushBook(view);
      return bookSnapshot(view, engine, now());
    }
    if (view && kind === 'trades') {
      this.#pushTrades();
      return board.trades(view.id).map((fill) => tradeWire(view, fill));
    }
    if (view && kind === 'kline' && isInterval(interval)) {
      this.#pushCandles();
      return this.#klines.whole(view, interval);
    }
    throw new Error(`there is no channel ${channel}`);
  }

  #book(market: number): BookFeed {
    let feed = this.#books.get(market);
    if (!feed) this.#books.set(market, (feed = new BookFeed()));
    return feed;
  }

  #pushBook(view: MarketView): void {
    const diff = this.#book(view.id).takeDiff(view, this.#options.now());
    if (diff) this.#publish(bookChannel(view), diff);
  }

  /** Keeps a failure of one market from delaying others: its readers receive the whole state later. */
  #attempt(kind: string, market: number, show: () => void): void {
    try {
      show();
    } catch (error) {
      this.#options.incidents.note('streams', error);
      const channel = `${kind}:${this.#options.directory.marketById(market).rules.symbol}`;
      this.#advance(channel);
      this.#toResync.add(channel);
    }
  }

  #resync(): void {
    const channels = this.#toResync;
    if (channels.size === 0) return;
    this.#toResync = new Set();
    for (const channel of channels) {
      for (const reader of this.#options.channels.readers(channel)) {
        try {
          this.sendWhole(reader, channel);
        } catch (error) {
          this.#options.incidents.note('streams', error);
          reader.close(1011, 'please connect again');
        }
      }
    }
  }

  #pushOrRestart(market: number, book: BookFeed): void {
    try {
      this.#pushBook(this.#options.directory.marketById(market));
    } catch (error) {
      book.restart();
      throw error;
    }
  }

  #pushTrades(): void {
    const due = this.#newTrades;
    this.#newTrades = new Map();
    for (const [market, fills] of due) {
      this.#attempt('trades', market, () => {
        const view = this.#options.directory.marketById(market);
        const channel = `trades:${view.rules.symbol}`;
        if (this.#options.channels.readers(channel).size === 0) return void this.#advance(channel);
        const trades = fills.toReversed().map((fill) => tradeWire(view, fill));
        this.#publish(channel, trades);
      });
    }
  }

  #pushCandles(): void {
    const { channels, directory } = this.#options;
    for (const market of this.#klines.takeTouched()) {
      const view = directory.marketById(market);
      for (const interval of intervals) {
        const channel = `kline:${view.rules.symbol}:${interval}`;
        if (channels.readers(channel).size === 0) {
          this.#advance(channel);
          continue;
        }
        // The next push makes up for a lost one, as each has the whole running candle.
        this.#attempt('kline', market, () => this.#publish(channel, this.#klines.updates(view, interval)));
      }
    }
  }

  #pushTickers(): void {
    const minute = minuteOf(this.#options.now());
    if (minute !== this.#tickerMinute) {
      this.#tickerMinute = minute;
      for (const { id } of this.#options.directory.markets()) this.#tickersDue.add(id);
    }
    if (this.#tickersDue.size === 0) return;
    const tickers: Ticker[] = [];
    for (const market of this.#tickersDue) {
      this.#attempt('ticker', market, () => tickers.push(this.ticker(this.#options.directory.marketById(market))));
    }
    this.#tickersDue = new Set();
    this.#hasNewState = false;
    this.#publish('ticker', tickers);
    for (const ticker of tickers) {
      const channel = `ticker:${ticker.symbol}`;
      this.#publish(channel, [ticker]);
    }
  }

  #publish(channel: string, data: unknown): void {
    const sequence = this.#advance(channel);
    const readers = this.#options.channels.readers(channel);
    if (readers.size === 0) return;
    // Encoded once for all readers.
    const frame = textFrame(push(channel, sequence, data));
    for (const reader of readers) reader.sendOrConflate(channel, frame);
  }

  #sequenceOf(channel: string): number {
    return this.#sequences.get(channel) ?? 0;
  }

  /** Advances a channel's sequence. */
  #advance(channel: string): number {
    const next = this.#sequenceOf(channel) + 1;
    this.#sequences.set(channel, next);
    return next;
  }
}

/** A channel's whole state as a frame. */
interface Whole {
  readonly sequence: number;
  readonly frame: Buffer;
}

function minuteOf(time: number): number {
  return Math.floor(time / 60_000);
}

function bookChannel(view: MarketView): string {
  return `depth:${view.rules.symbol}`;
}
