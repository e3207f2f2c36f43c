import type { Ticker } from '@fft/contract';

/** Places of the server's values in USDT. */
const worthPlaces = 6;

/**
 * Worth in USDT of a price of a market, for display. The last price is worth what lists and charts say it is, and any other price in proportion, so that one price never has two values.
 * Null until the market has a last price with a known value, unless its prices are in USDT.
 */
export function priceWorth(price: string, ticker: Pick<Ticker, 'symbol' | 'last' | 'value'> | null): string | null {
  if (ticker === null) return null;
  if (ticker.last === null || ticker.value === null) {
    return ticker.symbol.endsWith('/USDT') ? price : null;
  }
  return ((Number(price) / Number(ticker.last)) * Number(ticker.value)).toFixed(worthPlaces);
}
