import type { Ticker } from '@fft/contract';

/** A market's ticker with its turnover in USDT, so that markets of different quote coins compare; null if no price leads to USDT. */
export interface RankedMarket {
  readonly ticker: Ticker;
  readonly usdtUnits: bigint | null;
}

export interface Rankings {
  readonly featured: Ticker[];
  readonly gainers: Ticker[];
  readonly losers: Ticker[];
  readonly volume: Ticker[];
}

const featuredCount = 3;
const maxRanked = 10;

/** Ranks markets by gain, loss and turnover. Gainers rose and losers fell; featured are the USDT markets with the most turnover, then others. */
export function rankMarkets(markets: readonly RankedMarket[]): Rankings {
  const byVolume = markets.toSorted(byMostTraded).map(({ ticker }) => ticker);
  const inUsdt = byVolume.filter(({ symbol }) => symbol.endsWith('/USDT'));
  const others = byVolume.filter(({ symbol }) => !symbol.endsWith('/USDT'));
  const byChange = byVolume.toSorted((one, other) => changeOf(other) - changeOf(one));
  return {
    featured: [...inUsdt, ...others].slice(0, featuredCount),
    gainers: byChange.filter((ticker) => changeOf(ticker) > 0).slice(0, maxRanked),
    losers: byChange
      .filter((ticker) => changeOf(ticker) < 0)
      .toReversed()
      .slice(0, maxRanked),
    volume: byVolume.slice(0, maxRanked),
  };
}

/** A fraction with six decimals, only for comparison. */
function changeOf({ change }: Ticker): number {
  return Number(change ?? '0');
}

/** The symbol orders equals, so that rows do not jump. */
function byMostTraded(one: RankedMarket, other: RankedMarket): number {
  const [least, most] = [one.usdtUnits ?? -1n, other.usdtUnits ?? -1n];
  if (least !== most) return least < most ? 1 : -1;
  return one.ticker.symbol < other.ticker.symbol ? -1 : 1;
}
