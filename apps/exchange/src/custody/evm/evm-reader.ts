import { transfersOf } from '@fft/chains';
import type { ChainCoins } from '../coins.ts';
import type { ChainReader } from '../followed-chain.ts';
import type { EvmBlock, EvmChain } from './evm-chain.ts';

export interface EvmReaderParts {
  readonly chain: EvmChain;
  readonly coins: ChainCoins;
  /** The exchange's own addresses, in small letters: what they send is no deposit. */
  readonly own: readonly string[];
}

/** Reads a chain of Ethereum's kind: what came in is in blocks and their receipts, and nothing else needs to be known of them. */
export function evmReader({ chain, coins, own }: EvmReaderParts): ChainReader {
  const arrivals = async (block: EvmBlock) => {
    const receipts = await chain.receipts(block.hash);
    const transfers = transfersOf({ transactions: block.transactions, receipts }, coins.contracts);
    return transfers.filter(({ from }) => !own.includes(from));
  };
  return {
    head: () => chain.head(),
    hashAt: (height) => chain.hashAt(height),
    block: async (height) => {
      const block = await chain.block(height);
      return (
        block && { ...block, read: async () => ({ arrivals: await arrivals(block), keep: async () => undefined }) }
      );
    },
    forget: async () => undefined,
  };
}
