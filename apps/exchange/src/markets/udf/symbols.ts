import type { Directory } from '../../ledger/listings/directory.ts';
import type { MarketView } from '../../ledger/listings/market-view.ts';
import { resolutionNames } from './config.ts';
import type { UdfQuery } from './udf-query.ts';

const maxResults = 100;

export interface UdfMarkets {
  readonly directory: Directory;
  /** The product's name, by which charts prefix symbols. */
  readonly exchange: string;
}

export interface UdfError {
  readonly s: 'error';
  readonly errmsg: string;
}

export const unknownSymbol: UdfError = { s: 'error', errmsg: 'unknown_symbol' };

/** Finds a market by its symbol, with or without the exchange's prefix. */
export function marketOf({ directory, exchange }: UdfMarkets, symbol: string): MarketView | null {
  const prefix = `${exchange}:`;
  return directory.market(symbol.startsWith(prefix) ? symbol.slice(prefix.length) : symbol);
}

/** Describes one market to a chart. */
export function udfSymbol(markets: UdfMarkets, symbol: string): object {
  const { directory, exchange } = markets;
  const view = marketOf(markets, symbol);
  if (!view) return unknownSymbol;
  const intraday = resolutionNames.filter((name) => /^\d+$/.test(name));
  return {
    name: view.rules.symbol,
    ticker: view.rules.symbol,
    description: describe(directory, view),
    type: 'crypto',
    session: '24x7',
    timezone: 'Etc/UTC',
    exchange,
    listed_exchange: exchange,
    format: 'price',
    // A price moves by minmov / pricescale.
    pricescale: 10 ** view.pricePlaces,
    minmov: view.tickMantissa,
    volume_precision: view.quantityPlaces,
    has_intraday: true,
    intraday_multipliers: intraday,
    has_daily: true,
    has_weekly_and_monthly: true,
    supported_resolutions: resolutionNames,
    data_status: 'streaming',
    currency_code: view.quote.code,
  };
}

/** Returns the markets whose symbol or name contains the text. */
export function udfSearch(
  { directory, exchange }: UdfMarkets,
  { query = '', type = '', exchange: wantedExchange = '', limit = '' }: UdfQuery,
): object[] {
  if ((type !== '' && type !== 'crypto') || (wantedExchange !== '' && wantedExchange !== exchange)) return [];
  const max = /^\d{1,4}$/.test(limit) ? Math.min(Number(limit), maxResults) : maxResults;
  const wanted = query.trim().toUpperCase();
  const found = directory
    .markets()
    .filter((view) => `${view.rules.symbol} ${describe(directory, view)}`.toUpperCase().includes(wanted));
  return found.slice(0, max).map((view) => ({
    symbol: view.rules.symbol,
    full_name: `${exchange}:${view.rules.symbol}`,
    description: describe(directory, view),
    exchange,
    ticker: view.rules.symbol,
    type: 'crypto',
  }));
}

function describe(directory: Directory, { base, quote }: MarketView): string {
  return `${directory.describe(base.code).name.en} / ${directory.describe(quote.code).name.en}`;
}
