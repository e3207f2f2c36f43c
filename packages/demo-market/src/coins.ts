/** The invented properties of a coin. */
export interface CoinCharacter {
  /** In USDT, at the anchor. */
  readonly startPrice: number;
  /** Standard deviations of a day's own moves and of moves shared with all coins, as fractions. */
  readonly ownPerDay: number;
  readonly sharedPerDay: number;
  /** The price stays within e^±range times the start price. */
  readonly range: number;
  /** Trading volume relative to other coins. */
  readonly weight: number;
  /** Initial balance of each of the demo's two accounts. */
  readonly funding: number;
}

const still = { ownPerDay: 0, sharedPerDay: 0, range: 1 };

const coins = {
  BTC: { startPrice: 97_400, ownPerDay: 0.006, sharedPerDay: 0.019, range: 0.8, weight: 10, funding: 400 },
  ETH: { startPrice: 3_418, ownPerDay: 0.014, sharedPerDay: 0.022, range: 0.8, weight: 7, funding: 9_000 },
  SOL: { startPrice: 214.6, ownPerDay: 0.022, sharedPerDay: 0.026, range: 0.9, weight: 4.5, funding: 120_000 },
  XRP: { startPrice: 2.318, ownPerDay: 0.022, sharedPerDay: 0.022, range: 0.9, weight: 3.5, funding: 9_000_000 },
  DOGE: { startPrice: 0.329, ownPerDay: 0.026, sharedPerDay: 0.025, range: 0.9, weight: 3, funding: 50_000_000 },
  LTC: { startPrice: 103.9, ownPerDay: 0.017, sharedPerDay: 0.021, range: 0.9, weight: 1.6, funding: 120_000 },
  USDT: { startPrice: 1, ...still, weight: 1, funding: 200_000_000 },
  USD: { startPrice: 1, ownPerDay: 0.0003, sharedPerDay: 0, range: 0.0008, weight: 0.25, funding: 60_000_000 },
  CNY: { startPrice: 1 / 7.12, ownPerDay: 0.0006, sharedPerDay: 0, range: 0.008, weight: 0.5, funding: 400_000_000 },
  BNB: { startPrice: 684.2, ownPerDay: 0.013, sharedPerDay: 0.019, range: 0.8, weight: 3.5, funding: 40_000 },
  POL: { startPrice: 0.452, ownPerDay: 0.024, sharedPerDay: 0.024, range: 0.9, weight: 2, funding: 40_000_000 },
  USDC: { startPrice: 1, ownPerDay: 0.0002, sharedPerDay: 0, range: 0.0006, weight: 2, funding: 60_000_000 },
} as const satisfies Record<string, CoinCharacter>;

type CoinName = keyof typeof coins;

/** The coins of this market. A coin's position is also the number of its random series, so only append. */
export const coinNames = Object.keys(coins) as readonly CoinName[];

/** Null for an unknown coin. */
export function coinCharacter(coin: string): CoinCharacter | null {
  return coin in coins ? coins[coin as CoinName] : null;
}

/** The initial balance of each demo account in whole coins, 0 for an unknown coin. */
export function fundingOf(coin: string): number {
  return coinCharacter(coin)?.funding ?? 0;
}
