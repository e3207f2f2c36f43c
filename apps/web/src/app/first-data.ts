import { calls } from '@fft/contract';
import { firstCalls } from '../api/early-calls.ts';
import { readAhead } from '../api/index.ts';
import { firstTickers, mergeKnownTickers } from '../features/live/tickers.ts';
import { firstRates } from '../features/market-data/use-local-value.ts';

/** The home page's markets, and their tickers with them. */
async function homeMarkets(): Promise<void> {
  const lists = await readAhead(calls.home.rankings);
  if (lists) mergeKnownTickers(Object.values(lists).flat());
}

/** Passes an early call's answer to where pages read it, by the call's path. */
const readers: Readonly<Record<string, () => Promise<unknown>>> = {
  [calls.home.carousel.path]: () => readAhead(calls.home.carousel),
  [calls.home.rankings.path]: homeMarkets,
  [calls.market.list.path]: () => readAhead(calls.market.list),
  [calls.market.tickers.path]: firstTickers,
  [calls.market.rates.path]: firstRates,
};

/** Loads the data that the page at this path shows first, so that it is rendered once and complete. */
export async function firstData(page: string): Promise<void> {
  await Promise.all(firstCalls(page).map(async (path) => readers[path]?.()));
}
