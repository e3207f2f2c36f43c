import { coinCharacter } from './coins.ts';

/** How a market looks: how much is quoted and traded in it. Money is in USDT. */
export interface MarketCharacter {
  /** How many trades there are a minute, on average. */
  readonly tradesPerMinute: number;
  /** What a trade is worth: half are smaller. */
  readonly tradeWorth: number;
  /** The nearest quote's distance from the reference price, as a fraction. */
  readonly frontDistance: number;
  /** How far the price has to move before quotes follow, as a fraction. */
  readonly step: number;
  /** What the nearest quote is worth; those further away are larger. */
  readonly frontWorth: number;
}

/** Of all that is traded of a coin, how much against each of these. */
const quoteShares: Readonly<Record<string, number>> = { USDT: 1, USD: 0.25, CNY: 0.5, BTC: 0.1 };
const usdtWeight = 8;

/** null for a market of a coin that isn't known. */
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
