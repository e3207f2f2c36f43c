import type { Ticker } from '@fft/contract';
import { compare, multiply, signOf } from '../../market-data/exact.ts';

export type Ranking = 'gainers' | 'losers' | 'volume';

/** A day's trades in USDT, so that markets of different quote coins can be compared; null where no price leads there. */
export function turnoverInUsdt(ticker: Ticker): string | null {
  return ticker.value === null ? null : multiply(ticker.volume, ticker.value);
}

/** Greatest first; what isn't known comes last; the name decides between equals, so that rows don't jump. */
function byGreatest(a: Ticker, b: Ticker, of: (ticker: Ticker) => string | null): number {
  const [x, y] = [of(a), of(b)];
  if (x === null || y === null) return x === y ? a.symbol.localeCompare(b.symbol) : x === null ? 1 : -1;
  return compare(y, x) || a.symbol.localeCompare(b.symbol);
}

/** The markets that rose, fell, or traded most over the day. Who didn't rise is no gainer. */
export function rank(tickers: readonly Ticker[], ranking: Ranking, countMost: number): Ticker[] {
  if (ranking === 'volume') {
    return tickers.toSorted((a, b) => byGreatest(a, b, turnoverInUsdt)).slice(0, countMost);
  }
  const sign = ranking === 'gainers' ? 1 : -1;
  const moved = tickers.filter((ticker) => ticker.change !== null && signOf(ticker.change) === sign);
  const sorted = moved.toSorted((a, b) => byGreatest(a, b, (ticker) => ticker.change));
  return (ranking === 'gainers' ? sorted : sorted.toReversed()).slice(0, countMost);
}

/** The markets shown first: those in USDT that traded most. */
export function featured(tickers: readonly Ticker[], count: number): Ticker[] {
  const inUsdt = tickers.filter((ticker) => ticker.symbol.endsWith('/USDT'));
  return rank(inUsdt.length >= count ? inUsdt : tickers, 'volume', count);
}
