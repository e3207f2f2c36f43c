import { lowerCaseAddress, tokenTransfersOf } from '@fft/chains';
import type { Hash } from 'viem';
import type { ScanBlocks, ScannedBlock } from '../../nodes/chain-reader.ts';
import type { ChainCoins } from '../../coins.ts';
import type { EvmChain } from './evm-chain.ts';

interface EvmScanOptions {
  readonly chain: EvmChain;
  readonly coins: ChainCoins;
  /** The exchange's own addresses, in lower case: what they send is not a deposit. */
  readonly own: readonly string[];
}

/**
 * Scans blocks for a fraction of what reading them costs: the logs of listed tokens, and the transactions' own values if the network's coin is listed. Receipts
 * are left out, so that a failed transaction's value is among the arrivals. Blocks are asked for by hash: a node that lags says that it has none, instead of
 * leaving logs out.
 */
export function evmScan({ chain, coins, own }: EvmScanOptions): ScanBlocks {
  const scanOne = async (height: number, hash: Hash): Promise<ScannedBlock | null> => {
    const [logs, block] = await Promise.all([
      chain.transferLogs(hash, coins.contracts),
      coins.byContract(null) ? chain.blockByHash(hash) : null,
    ]);
    if (coins.byContract(null) && block === null) return null;
    const moved = logs.flatMap((log) => tokenTransfersOf(log.transactionHash, [log], coins.contracts));
    const values = (block?.transactions ?? []).flatMap(({ hash: txid, from, to, value: amount }) =>
      to === null || amount === 0n
        ? []
        : [{ txid, from: lowerCaseAddress(from), to: lowerCaseAddress(to), token: null, amount }],
    );
    return { height, hash, arrivals: [...moved, ...values].filter(({ from }) => !own.includes(from)) };
  };
  return async (blocks) => {
    const scanned = await Promise.all(blocks.map(({ height, hash }) => scanOne(height, hash as Hash)));
    return scanned.every((block) => block !== null) ? scanned : null;
  };
}
