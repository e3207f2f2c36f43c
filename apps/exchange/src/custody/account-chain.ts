import type { KeyRef } from '@fft/chains';
import type { ChainCoin } from './coins.ts';

/** What moves on a chain: the chain's own coin, which needn't be listed, or a token. */
export type PaidCoin = Pick<ChainCoin, 'coin' | 'contract'>;

/** A chain whose addresses have balances, and pay what moving them costs in the chain's own coin. */
export interface AccountChain {
  readonly name: string;
  readonly own: PaidCoin;
  /** All hot wallets that there were, the oldest first; the last one pays. */
  readonly hots: readonly KeyRef[];
  readonly hot: KeyRef;
  addressOf(key: KeyRef): string;
  balance(address: string, contract: string | null): Promise<bigint>;
  /** The most that moving a coin away from an address takes, by today's prices. */
  costOf(coin: PaidCoin, from: string): Promise<bigint>;
}

/** What addresses have together. */
export async function heldAt(chain: AccountChain, keys: readonly KeyRef[], contract: string | null): Promise<bigint> {
  const amounts = await Promise.all(keys.map((key) => chain.balance(chain.addressOf(key), contract)));
  return amounts.reduce((sum, amount) => sum + amount, 0n);
}
