import { calls } from '@fft/contract';
import { route, type Api } from '../transport/http/route.ts';
import type { Directory } from '../ledger/listings/directory.ts';
import type { MarketFeed } from './feeds/market-feed.ts';

export interface MarketCallsOptions {
  readonly api: Api;
  readonly directory: Directory;
  readonly feed: MarketFeed;
  readonly rates: Readonly<Record<string, string>>;
  readonly now: () => number;
}

/** Binds the public calls for markets, prices and rates. */
export function serveMarkets({ api, directory, feed, rates, now }: MarketCallsOptions): void {
  route(api, calls.market.list, () => directory.markets().map((view) => directory.wire(view)));
  route(api, calls.market.tickers, ({ group }) =>
    directory
      .markets()
      .filter((view) => group === undefined || directory.group(view) === group)
      .map((view) => feed.ticker(view)),
  );
  route(api, calls.market.rates, () => ({ unit: 'USDT' as const, rates: { ...rates } }));
  route(api, calls.market.time, () => ({ time: now() }));
}
