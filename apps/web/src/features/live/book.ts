import { OrderBook, type Level } from '@fft/client';
import { calls } from '@fft/contract';
import { callApi } from '../../api/index.ts';
import { appStream, firstDrawing } from '../../api/connection/index.ts';
import type { Loadable } from './loadable.ts';
import { createSources, idleSource, useSource } from './source.ts';

/** A market's order book, best first. */
export interface Book {
  readonly bids: readonly Level[];
  readonly asks: readonly Level[];
}

/** Levels that are kept of each side: enough for the widest grouping. */
const levelsKept = 500;
/** Levels that are asked for while the stream is gone. */
const levelsPolled = 200;

const books = createSources<Book>((symbol) => ({
  listen(take) {
    const book = new OrderBook();
    return appStream().subscribe(`depth:${symbol}`, (push) => {
      book.apply(push);
      take(() => ({ bids: book.bids.slice(0, levelsKept), asks: book.asks.slice(0, levelsKept) }));
    });
  },
  async load(signal, now) {
    await firstDrawing;
    // A stream that is back pushes the whole book. Until then the one from before stays of its own time.
    if (now !== null && appStream().state === 'live') return () => null;
    const { bids, asks } = await callApi(calls.trade.depth, { symbol, limit: levelsPolled }, { quiet: true, signal });
    return (newest) => (newest !== null && appStream().state === 'live' ? null : { bids, asks });
  },
}));

const nobodyLooks = idleSource<Book>();

/** A market's book, live; with null nothing is followed, and who asks isn't drawn again. */
export const useBook = (symbol: string | null): Loadable<Book> =>
  useSource(symbol === null ? nobodyLooks : books(symbol));

/** The book as last published, for who needs it once. */
export const currentBook = (symbol: string): Book | null => books(symbol).store.get().value;
