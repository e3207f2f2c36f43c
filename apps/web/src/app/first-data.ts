import { calls } from '@fft/contract';
import { firstCalls } from '../api/early-calls.ts';
import { readAhead } from '../api/index.ts';
import { firstTickers, knowTickers } from '../features/live/tickers.ts';
import { firstRates } from '../features/market-data/use-local-value.ts';

/** The home page's markets, and their tickers with them. */
async function homeMarkets(): Promise<void> {
  const lists = await readAhead(calls.home.marketSymbols);
  if (lists) knowTickers(Object.values(lists).flat());
}

/** How what is asked early comes to where pages read it, by the call's path. */
const readers: Readonly<Record<string, () => Promise<unknown>>> = {
  [calls.home.carousel.path]: () => readAhead(calls.home.carousel),
  [calls.home.marketSymbols.path]: homeMarkets,
  [calls.market.list.path]: () => readAhead(calls.market.list),
  [calls.market.marketSymbols.path]: firstTickers,
  [calls.market.rates.path]: firstRates,
};

/** Takes in what the page at this path will show first, so that it can be drawn once and whole. */
export async function firstData(page: string): Promise<void> {
  await Promise.all(firstCalls(page).map(async (path) => readers[path]?.()));
}
