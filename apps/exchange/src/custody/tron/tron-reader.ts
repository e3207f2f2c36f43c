import type { ChainCoins } from '../coins.ts';
import type { ChainReader } from '../followed-chain.ts';
import type { TronNode } from './tron-node.ts';

export interface TronReaderParts {
  readonly node: TronNode;
  readonly coins: ChainCoins;
  /** The exchange's own addresses: what they send is no deposit. */
  readonly own: readonly string[];
}

/** Reads Tron: what came in is in blocks and what the node tells of their transactions, and nothing else needs to be known of them. */
export function tronReader({ node, coins, own }: TronReaderParts): ChainReader {
  return {
    head: () => node.head(),
    hashAt: (height) => node.hashAt(height),
    block: async (height) => {
      const block = await node.block(height, coins.contracts);
      if (!block) return null;
      const arrivals = block.transfers.filter(({ from }) => !own.includes(from));
      return { ...block, read: async () => ({ arrivals, keep: async () => undefined }) };
    },
    forget: async () => undefined,
  };
}
