import type { Candle, DepthPush, Ticker, Trade } from '@fft/contract';
import type { ChannelKind } from './channels.ts';
import { OrderBook } from './order-book.ts';

/**
 * State of a channel, combined from its pushes. The server sends a full first push only once per socket, so later listeners get it from here.
 */
export interface ChannelState {
  apply(data: unknown): void;
  /** Returns the state as one push; undefined before the first push, and for channels that only push changes. */
  snapshot(): unknown;
}

class DepthState implements ChannelState {
  readonly #book = new OrderBook();

  apply(data: unknown): void {
    this.#book.apply(data as DepthPush);
  }

  snapshot(): DepthPush | undefined {
    return this.#book.time === 0 ? undefined : this.#book.snapshot();
  }
}

/** Number in the server's first push. */
const maxTrades = 50;

class TradesState implements ChannelState {
  #latest: readonly Trade[] = [];

  apply(data: unknown): void {
    const fresh = data as readonly Trade[];
    const known = new Set(fresh.map((trade) => trade.id));
    this.#latest = [...fresh, ...this.#latest.filter((trade) => !known.has(trade.id))].slice(0, maxTrades);
  }

  snapshot(): readonly Trade[] | undefined {
    return this.#latest.length === 0 ? undefined : this.#latest;
  }
}

class TickerState implements ChannelState {
  readonly #latest = new Map<string, Ticker>();

  apply(data: unknown): void {
    for (const ticker of data as readonly Ticker[]) this.#latest.set(ticker.symbol, ticker);
  }

  snapshot(): readonly Ticker[] | undefined {
    return this.#latest.size === 0 ? undefined : [...this.#latest.values()];
  }
}

/** Number in the server's first push. */
const maxCandles = 2;

class CandleState implements ChannelState {
  #latest: readonly Candle[] = [];

  apply(data: unknown): void {
    const fresh = data as readonly Candle[];
    const from = fresh[0]?.[0] ?? Infinity;
    this.#latest = [...this.#latest.filter(([time]) => time < from), ...fresh].slice(-maxCandles);
  }

  snapshot(): readonly Candle[] | undefined {
    return this.#latest.length === 0 ? undefined : this.#latest;
  }
}

const stateless: ChannelState = { apply: () => undefined, snapshot: () => undefined };

export function createChannelState(kind: ChannelKind): ChannelState {
  if (kind === 'depth') return new DepthState();
  if (kind === 'trades') return new TradesState();
  if (kind === 'kline') return new CandleState();
  if (kind === 'ticker') return new TickerState();
  return stateless;
}
