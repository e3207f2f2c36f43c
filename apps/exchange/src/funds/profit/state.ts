/** Of one coin, by one method. Worths are millionths of a USDT. */
export interface MethodTotals {
  /** What the coins that are still there cost, where that is known. */
  cost: bigint;
  /** Units still there whose cost is unknown, as no price of the moment when they came is. */
  unknown: bigint;
  realised: bigint;
  /** Units given away for something, of which the gain is unknown. */
  unknownSold: bigint;
}

export const methods = ['fifo', 'average'] as const;
export type Method = (typeof methods)[number];

export interface CoinTotals extends Record<Method, MethodTotals> {
  quantity: bigint;
  fees: bigint;
  /** Number of the next lot. */
  nextLot: number;
}

export interface MarketTotals extends Record<Method, bigint> {
  /** Units of the base coin, and their worth. */
  bought: bigint;
  boughtWorth: bigint;
  sold: bigint;
  soldWorth: bigint;
  fees: bigint;
}

/** Everything that counting on needs, besides the lots. */
export interface ProfitState {
  readonly coins: Map<number, CoinTotals>;
  /** By `base/quote`, as asset ids. */
  readonly markets: Map<string, MarketTotals>;
  /** Worth of what came in less what left, each at its moment. */
  invested: bigint;
  /** Movements that `invested` leaves out, as no price of their moment is known. */
  unknownFlows: number;
}

export const emptyState = (): ProfitState => ({ coins: new Map(), markets: new Map(), invested: 0n, unknownFlows: 0 });

const emptyMethod = (): MethodTotals => ({ cost: 0n, unknown: 0n, realised: 0n, unknownSold: 0n });

export function coinOf({ coins }: ProfitState, asset: number): CoinTotals {
  const known = coins.get(asset);
  if (known) return known;
  const made = { quantity: 0n, fees: 0n, nextLot: 0, fifo: emptyMethod(), average: emptyMethod() };
  coins.set(asset, made);
  return made;
}

export function marketOf({ markets }: ProfitState, base: number, quote: number): MarketTotals {
  const key = `${base}/${quote}`;
  const known = markets.get(key);
  if (known) return known;
  const made = { bought: 0n, boughtWorth: 0n, sold: 0n, soldWorth: 0n, fees: 0n, fifo: 0n, average: 0n };
  markets.set(key, made);
  return made;
}

/** As JSON, in which large integers are texts with an `n`. */
export function writeState({ coins, markets, invested, unknownFlows }: ProfitState): string {
  const plain = { coins: [...coins], markets: [...markets], invested, unknownFlows };
  return JSON.stringify(plain, (_key, value: unknown) => (typeof value === 'bigint' ? `${value}n` : value));
}

const revive = (_key: string, value: unknown): unknown =>
  typeof value === 'string' && /^-?\d+n$/.test(value) ? BigInt(value.slice(0, -1)) : value;

export function readState(kept: unknown): ProfitState {
  const plain = JSON.parse(JSON.stringify(kept), revive) as {
    readonly coins: [number, CoinTotals][];
    readonly markets: [string, MarketTotals][];
    readonly invested: bigint;
    readonly unknownFlows: number;
  };
  return { ...plain, coins: new Map(plain.coins), markets: new Map(plain.markets) };
}
