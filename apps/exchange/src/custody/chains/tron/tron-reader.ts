import type { ChainCoins } from '../../coins.ts';
import type { ChainReader } from '../chain.ts';
import type { IncludedTransactions } from '../../payments/included-transactions.ts';
import type { TronNode } from './tron-node.ts';

export interface TronReaderOptions {
  readonly node: TronNode;
  readonly coins: ChainCoins;
  /** The exchange's own addresses: what they send is not a deposit. */
  readonly own: readonly string[];
  readonly landings: IncludedTransactions;
}

/** Reads Tron: deposits from blocks and their transactions' results, and transactions of ours. */
export function tronReader({ node, coins, own, landings }: TronReaderOptions): ChainReader {
  return {
    head: () => node.head(),
    hashAt: (height) => node.hashAt(height),
    block: async (height) => {
      const block = await node.block(height, coins.contracts);
      if (!block) return null;
      const arrivals = block.transfers.filter(({ from }) => !own.includes(from));
      const included = block.txids.map((txid) => ({ txid, sender: null, nonce: null }));
      return {
        ...block,
        read: async () => ({ arrivals, keep: (transaction) => landings.keep(transaction, height, included) }),
      };
    },
    forget: (transaction, height) => landings.forget(transaction, height),
  };
}
