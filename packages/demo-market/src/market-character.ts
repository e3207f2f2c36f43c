import { coinCharacter } from './coins.ts';

/** Quoting and trading parameters of a market. Money is in USDT. */
export interface MarketCharacter {
  /** Average number of trades per minute. */
  readonly tradesPerMinute: number;
  /** Median value of a trade. */
  readonly tradeWorth: number;
  /** Distance of the nearest quote from the reference price, as a fraction. */
  readonly frontDistance: number;
  /** Price move, as a fraction, after which quotes follow. */
  readonly step: number;
  /** Value of the nearest quote; quotes further away are larger. */
  readonly frontWorth: number;
}

/** Shares of a coin's trading volume by quote asset. */
const quoteShares: Readonly<Record<string, number>> = { USDT: 1, USD: 0.25, CNY: 0.5, BTC: 0.1 };
const usdtWeight = 8;

/** Null for a market of an unknown coin. */
export function characterOf(base: string, quote: string): MarketCharacter | null {
  const character = coinCharacter(base);
  const share = quoteShares[quote];
  if (character === null || share === undefined) return null;
  const weight = (base === 'USDT' ? usdtWeight : character.weight) * share;
  const size = Math.sqrt(weight);
  return {
    tradesPerMinute: 1.2 * weight,
    tradeWorth: 90 + 160 * size,
    frontDistance: Math.min(0.0003, 0.0002 / size),
    step: Math.min(0.0004, Math.max(0.00012, 0.0004 / size)),
    frontWorth: 700 + 1_300 * size,
  };
}
