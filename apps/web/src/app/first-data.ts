import { calls } from '@fft/contract';
import { firstCalls } from '../api/early-calls.ts';
import { readAhead } from '../api/index.ts';
import { firstTickers } from '../live/tickers.ts';

/** How what is asked early comes to where pages read it, by the call's path. */
const readers: Readonly<Record<string, () => Promise<void>>> = {
  [calls.home.spread.path]: () => readAhead(calls.home.spread),
  [calls.home.marketSymbols.path]: () => readAhead(calls.home.marketSymbols),
  [calls.market.symbol.path]: () => readAhead(calls.market.symbol),
  [calls.market.marketSymbols.path]: firstTickers,
};

/** Takes in what the page at this path will show first, so that it can be drawn once and whole. */
export async function firstData(page: string): Promise<void> {
  await Promise.all(firstCalls(page).map(async (path) => readers[path]?.()));
}
