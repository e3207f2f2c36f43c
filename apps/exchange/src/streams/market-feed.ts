import { intervals, type Ticker } from '@fft/contract';
import type { Fill, MatchingEngine } from '@fft/engine';
import type { Incidents } from '../metrics/incidents.ts';
import type { Directory } from '../listing/directory.ts';
import type { MarketView } from '../listing/market-view.ts';
import type { MarketBoard } from '../market-data/market-board.ts';
import { tickerWire, tradeWire } from '../market-data/wire.ts';
import type { Valuation } from '../market-data/valuation.ts';
import type { BatchEvents } from '../trading/batch-events.ts';
import { BookFeed, bookSnapshot } from './book-feed.ts';
import type { Channels } from './channels.ts';
import type { Connection } from './connection.ts';
import { isInterval, KlineFeed } from './kline-feed.ts';
import { textFrame } from './text-frame.ts';

/** Books, trades and candles are pushed with every beat, tickers with every so many. */
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

/** Public channels: depth, trades, candles and tickers of each market, gathered and pushed beat by beat. */
export class MarketFeed {
  readonly #options: MarketFeedOptions;
  readonly #books = new Map<number, BookFeed>();
  readonly #klines: KlineFeed;
  #newTrades = new Map<number, Fill[]>();
  #tickersDue = new Set<number>();
  readonly #sequences = new Map<string, number>();
  #beats = 0;
  /** Channels of which something could not be shown: with the next beat their readers are sent the whole. */
  #toResync = new Set<string>();

  constructor(options: MarketFeedOptions) {
    this.#options = options;
    this.#klines = new KlineFeed(options.board.candles);
  }

  add(batch: BatchEvents): void {
    for (const [market, changes] of batch.levels) this.#book(market).add(changes);
    for (const fill of batch.fills) {
      const trades = this.#newTrades.get(fill.market);
      if (trades) trades.push(fill);
      else this.#newTrades.set(fill.market, [fill]);
      this.#tickersDue.add(fill.market);
      this.#klines.touch(fill.market);
    }
  }

  /** Pushes what has gathered. */
  beat(): void {
    this.#resync();
    for (const [market, book] of this.#books) this.#attempt('depth', market, () => this.#pushOrRestart(market, book));
    this.#pushTrades();
    this.#pushCandles();
    this.#beats += 1;
    if (this.#beats % beatsPerTicker === 0) this.#pushTickers();
  }

  /** The number of the book that the engine holds now; those who follow it are told first. */
  bookSequence(view: MarketView): number {
    this.#pushBook(view);
    return this.#book(view.id).sequence;
  }

  ticker(view: MarketView): Ticker {
    const { board, valuation, now } = this.#options;
    const time = now();
    const value = valuation.usdt(view.base.code, 10n ** BigInt(view.base.decimals));
    return tickerWire(view, board.day(view.id, time), { value, time });
  }

  /** Whether this is a public channel of a market that exists. */
  has(channel: string): boolean {
    const [kind = '', symbol, interval] = channel.split(':');
    if (symbol === undefined) return kind === 'ticker';
    if ((kind === 'kline') !== isInterval(interval)) return false;
    return publicKinds.has(kind) && this.#options.directory.market(symbol) !== null;
  }

  /** Sends a channel's whole state to one reader, as the start of what follows. */
  sendWhole(connection: Connection, channel: string): void {
    const { directory, engine, board, now } = this.#options;
    const [kind, symbol, interval] = channel.split(':');
    const view = symbol === undefined ? null : directory.market(symbol);
    if (kind === 'ticker') {
      const tickers = (view ? [view] : directory.markets()).map((market) => this.ticker(market));
      connection.sendOrConflate(channel, textFrame(push(channel, this.#nextSequence(channel), tickers)));
    } else if (view && kind === 'depth') {
      const sequence = this.bookSequence(view);
      connection.sendOrConflate(channel, textFrame(push(channel, sequence, bookSnapshot(view, engine, now()))));
    } else if (view && kind === 'trades') {
      this.#pushTrades();
      const trades = board.trades(view.id).map((fill) => tradeWire(view, fill));
      connection.sendOrConflate(channel, textFrame(push(channel, this.#nextSequence(channel), trades)));
    } else if (view && kind === 'kline' && isInterval(interval)) {
      this.#pushCandles();
      const candles = this.#klines.whole(view, interval);
      connection.sendOrConflate(channel, textFrame(push(channel, this.#nextSequence(channel), candles)));
    }
  }

  #book(market: number): BookFeed {
    let feed = this.#books.get(market);
    if (!feed) this.#books.set(market, (feed = new BookFeed()));
    return feed;
  }

  #pushBook(view: MarketView): void {
    const feed = this.#book(view.id);
    const diff = feed.takeDiff(view, this.#options.now());
    if (diff) this.#publish(`depth:${view.rules.symbol}`, feed.sequence, diff);
  }

  /** A market that can't be shown holds up no other one: what it missed is made up for by the whole. */
  #attempt(kind: string, market: number, show: () => void): void {
    try {
      show();
    } catch (error) {
      this.#options.incidents.note('streams', error);
      this.#toResync.add(`${kind}:${this.#options.directory.marketById(market).rules.symbol}`);
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
        const trades = fills.toReversed().map((fill) => tradeWire(view, fill));
        this.#publish(channel, this.#nextSequence(channel), trades);
      });
    }
  }

  #pushCandles(): void {
    const { channels, directory } = this.#options;
    for (const market of this.#klines.takeTouched()) {
      const view = directory.marketById(market);
      for (const interval of intervals) {
        const channel = `kline:${view.rules.symbol}:${interval}`;
        if (channels.readers(channel).size === 0) continue;
        // Each push has the whole running candle: the next one makes up for it.
        this.#attempt('kline', market, () =>
          this.#publish(channel, this.#nextSequence(channel), this.#klines.news(view, interval)),
        );
      }
    }
  }

  #pushTickers(): void {
    if (this.#tickersDue.size === 0) return;
    const tickers: Ticker[] = [];
    for (const market of this.#tickersDue) {
      this.#attempt('ticker', market, () => tickers.push(this.ticker(this.#options.directory.marketById(market))));
    }
    this.#tickersDue = new Set();
    this.#publish('ticker', this.#nextSequence('ticker'), tickers);
    for (const ticker of tickers) {
      const channel = `ticker:${ticker.symbol}`;
      this.#publish(channel, this.#nextSequence(channel), [ticker]);
    }
  }

  #publish(channel: string, sequence: number, data: unknown): void {
    const readers = this.#options.channels.readers(channel);
    if (readers.size === 0) return;
    // Encoded once for all readers.
    const frame = textFrame(push(channel, sequence, data));
    for (const reader of readers) reader.sendOrConflate(channel, frame);
  }

  #nextSequence(channel: string): number {
    const next = (this.#sequences.get(channel) ?? 0) + 1;
    this.#sequences.set(channel, next);
    return next;
  }
}

export function push(channel: string, seq: number, data: unknown): string {
  return JSON.stringify({ channel, seq, data });
}
