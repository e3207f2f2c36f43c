import { OrderBook, type Level } from '@fft/client';
import { calls } from '@fft/contract';
import { callApi } from '../../api/index.ts';
import { appStream } from '../../api/connection/index.ts';
import { firstPaint } from '../../lib/first-paint.ts';
import type { Loadable } from './loadable.ts';
import { createLiveQueries, idleQuery, useLiveQuery } from './live-query.ts';

/** A market's order book, best first. */
export interface Book {
  readonly bids: readonly Level[];
  readonly asks: readonly Level[];
}

/** Levels kept per side: enough for the widest grouping. */
const maxLevels = 500;
/** Levels requested while the stream is closed. */
const levelsPolled = 200;

const books = createLiveQueries<Book>((symbol) => ({
  listen(take) {
    const book = new OrderBook();
    return appStream().subscribe(`depth:${symbol}`, (push) => {
      book.apply(push);
      take(() => ({ bids: book.bids.slice(0, maxLevels), asks: book.asks.slice(0, maxLevels) }));
    });
  },
  async load(signal, now) {
    await firstPaint;
    // A reopened stream pushes the whole book. Until then the earlier book keeps its time.
    if (now !== null && appStream().state === 'live') return () => null;
    const { bids, asks } = await callApi(calls.trade.depth, { symbol, limit: levelsPolled }, { quiet: true, signal });
    return (newest) => (newest !== null && appStream().state === 'live' ? null : { bids, asks });
  },
}));

const nobodyLooks = idleQuery<Book>();

/** A market's book, live; null follows nothing and never renders again. */
export const useBook = (symbol: string | null): Loadable<Book> =>
  useLiveQuery(symbol === null ? nobodyLooks : books(symbol));

/** The last published book, without following it. */
export const currentBook = (symbol: string): Book | null => books(symbol).store.get().value;
