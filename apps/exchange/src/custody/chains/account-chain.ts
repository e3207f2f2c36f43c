import type { KeyRef } from '@fft/chains';
import type { ChainCoin } from '../coins.ts';

/** A coin that a payment moves: the chain's own, listed or not, or a token. */
export type PaidCoin = Pick<ChainCoin, 'coin' | 'contract'>;

/** A chain whose addresses hold balances and pay their fees in the chain's own coin. */
export interface AccountChain {
  readonly name: string;
  readonly own: PaidCoin;
  /** All hot wallets ever used, oldest first; the last one pays. */
  readonly hots: readonly KeyRef[];
  readonly hot: KeyRef;
  /** Where the hot wallet pays for sweeps, addresses need no gas. They keep nothing, or at least this much of the chain's own coin. */
  readonly sweepsPaidByHot?: { readonly minLeft: bigint };
  addressOf(key: KeyRef): string;
  balance(address: string, contract: string | null): Promise<bigint>;
  /** Maximum cost of moving a coin away from an address, at today's fees. */
  costOf(coin: PaidCoin, from: string): Promise<bigint>;
}

/** Sums the balances of several addresses. */
export async function heldAt(chain: AccountChain, keys: readonly KeyRef[], contract: string | null): Promise<bigint> {
  const amounts = await Promise.all(keys.map((key) => chain.balance(chain.addressOf(key), contract)));
  return amounts.reduce((sum, amount) => sum + amount, 0n);
}
