import { lowerCaseAddress, nativeValuePosition as position, type Transfer } from '@fft/chains';
import type { Hash } from 'viem';
import type { ChainReader, FindTransaction } from '../../nodes/chain-reader.ts';
import type { EvmChain } from './evm-chain.ts';

interface NamedTransactionOptions {
  readonly chain: EvmChain;
  /** Reads the transaction's block, so that what counts is the same as when the block is followed. */
  readonly reader: Pick<ChainReader, 'block'>;
  /** The exchange's own addresses, in lower case. */
  readonly own: readonly string[];
}

/** Reads a transaction that an operator names. */
export function findEvmTransaction({ chain, reader, own }: NamedTransactionOptions): FindTransaction {
  return async (id) => {
    const txid = id as Hash;
    const receipt = await chain.receipt(txid);
    if (receipt === null) return null;
    const { height, hash, isGood } = receipt;
    const block = await reader.block(height);
    // It moves to another block at this moment, or the node contradicts itself.
    if (block?.hash !== hash) return null;
    if (!isGood) return { height, hash, isGood, arrivals: [], ignored: [] };
    const arrivals = (await block.read()).arrivals.filter((arrival) => arrival.txid === txid);
    const counted = new Set(arrivals.map(({ position }) => position));
    const moved = [...receipt.moved(receipt.contracts), ...(await ownValueOf(chain, txid))];
    const ignored = moved
      .filter(({ position }) => !counted.has(position))
      .map((transfer) => ({ ...transfer, isOwn: own.includes(transfer.from) }));
    return { height, hash, isGood, arrivals, ignored };
  };
}

/** What the transaction itself sends of the network's own coin. */
async function ownValueOf(chain: EvmChain, txid: Hash): Promise<Transfer[]> {
  const found = await chain.included(txid);
  if (found === null || found.call.value === 0n) return [];
  const { from, call } = found;
  const [payer, to] = [lowerCaseAddress(from), lowerCaseAddress(call.to)];
  return [{ txid, position, from: payer, to, token: null, amount: call.value }];
}
