import type { Candle, DepthPush, Ticker, Trade } from '@fft/contract';
import type { ChannelKind } from './channels.ts';
import { OrderBook } from './order-book.ts';

/**
 * What a channel has said so far, as one push: the server sends the whole only to the first subscriber,
 * so whoever joins later on the same socket is told from here.
 */
export interface ChannelMemory {
  take(data: unknown): void;
  /** The whole as one push; undefined when nothing came yet, or when the channel speaks of changes alone. */
  whole(): unknown;
}

class DepthMemory implements ChannelMemory {
  readonly #book = new OrderBook();

  take(data: unknown): void {
    this.#book.apply(data as DepthPush);
  }

  whole(): DepthPush | undefined {
    return this.#book.time === 0 ? undefined : this.#book.snapshot();
  }
}

/** As many as the server's first push holds. */
const tradesKept = 50;

class TradesMemory implements ChannelMemory {
  #latest: readonly Trade[] = [];

  take(data: unknown): void {
    const fresh = data as readonly Trade[];
    const known = new Set(fresh.map((trade) => trade.id));
    this.#latest = [...fresh, ...this.#latest.filter((trade) => !known.has(trade.id))].slice(0, tradesKept);
  }

  whole(): readonly Trade[] | undefined {
    return this.#latest.length === 0 ? undefined : this.#latest;
  }
}

class TickerMemory implements ChannelMemory {
  readonly #latest = new Map<string, Ticker>();

  take(data: unknown): void {
    for (const ticker of data as readonly Ticker[]) this.#latest.set(ticker.symbol, ticker);
  }

  whole(): readonly Ticker[] | undefined {
    return this.#latest.size === 0 ? undefined : [...this.#latest.values()];
  }
}

/** As many as the server's first push holds. */
const candlesKept = 2;

class CandleMemory implements ChannelMemory {
  #latest: readonly Candle[] = [];

  take(data: unknown): void {
    const fresh = data as readonly Candle[];
    const from = fresh[0]?.[0] ?? Infinity;
    this.#latest = [...this.#latest.filter(([time]) => time < from), ...fresh].slice(-candlesKept);
  }

  whole(): readonly Candle[] | undefined {
    return this.#latest.length === 0 ? undefined : this.#latest;
  }
}

const changesAlone: ChannelMemory = { take: () => undefined, whole: () => undefined };

export function createMemory(kind: ChannelKind): ChannelMemory {
  if (kind === 'depth') return new DepthMemory();
  if (kind === 'trades') return new TradesMemory();
  if (kind === 'kline') return new CandleMemory();
  if (kind === 'ticker') return new TickerMemory();
  return changesAlone;
}
