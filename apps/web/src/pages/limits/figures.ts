import type { Market } from '@fft/contract';

/** Used part of a limit in whole percent from 0 to 100, rounded down: for a bar, never for arithmetic. */
export function partUsed(used: string, limit: string): number {
  const [part, whole] = [Number(used), Number(limit)];
  if (!(whole > 0)) return 100;
  return Math.max(0, Math.min(100, Math.floor((part / whole) * 100)));
}

export interface Fees {
  readonly maker: string;
  readonly taker: string;
}

/** The markets' fees, each distinct pair once. */
export function distinctFees(markets: readonly Pick<Market, 'makerFee' | 'takerFee'>[]): readonly Fees[] {
  const pairs = new Map(
    markets.map(({ makerFee, takerFee }) => [`${makerFee} ${takerFee}`, { maker: makerFee, taker: takerFee }]),
  );
  return [...pairs.values()];
}
