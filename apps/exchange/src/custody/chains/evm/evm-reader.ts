import { innerTransfersOf, lowerCaseAddress, type Transfer, transfersOf } from '@fft/chains';
import type { ChainCoins } from '../../coins.ts';
import type { ChainReader } from '../../nodes/chain-reader.ts';
import type { IncludedTransactions } from '../../payments/included-transactions.ts';
import type { EvmBlock, EvmChain } from './evm-chain.ts';

export interface EvmReaderOptions {
  readonly chain: EvmChain;
  readonly coins: ChainCoins;
  /** The exchange's own addresses, in lower case: what they send is not a deposit. */
  readonly own: readonly string[];
  /** True if the node traces transactions, so that coins passed on by contracts count. */
  readonly traces: boolean;
  readonly landings: IncludedTransactions;
}

/** Reads an EVM chain: deposits from blocks and their receipts, and transactions that our own addresses sent. */
export function evmReader({ chain, coins, own, traces, landings }: EvmReaderOptions): ChainReader {
  const arrivals = async (block: EvmBlock) => {
    const receipts = await chain.receipts(block.hash);
    const known = new Set(receipts.map(({ transactionHash }) => transactionHash));
    // A node may announce a block before it has all its parts; a partial read would never be repeated.
    if (!block.transactions.every(({ hash }) => known.has(hash)))
      throw new Error(`block ${block.hash} is not complete yet`);
    const transfers = transfersOf({ transactions: block.transactions, receipts }, coins.contracts);
    const inner = traces && receipts.some(({ isCall }) => isCall) ? await innerOf(block) : [];
    return [...transfers, ...inner].filter(({ from }) => !own.includes(from));
  };
  const innerOf = async ({ hash, transactions }: EvmBlock): Promise<Transfer[]> => {
    const calls = await chain.traces(hash);
    if (calls.length !== transactions.length) throw new Error(`block ${hash} was not traced completely`);
    return transactions.flatMap(({ hash: txid }, index) => {
      const call = calls[index];
      return call ? innerTransfersOf(txid, call) : [];
    });
  };
  return {
    head: () => chain.head(),
    hashAt: (height) => chain.hashAt(height),
    block: async (height) => {
      const block = await chain.block(height);
      if (!block) return null;
      const sent = block.transactions.map(({ hash, from, nonce }) => ({
        txid: hash,
        sender: lowerCaseAddress(from),
        nonce,
      }));
      return {
        ...block,
        read: async () => ({
          arrivals: await arrivals(block),
          keep: (transaction) => landings.keep(transaction, height, sent),
        }),
      };
    },
    forget: (transaction, height) => landings.forget(transaction, height),
  };
}
