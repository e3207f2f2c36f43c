import {
  innerTransfersOf,
  lowerCaseAddress,
  nativeValuePosition as position,
  type PublicKeys,
  tokenTransfersOf,
  type Transfer,
  transfersOf,
} from '@fft/chains';
import type { ChainCoins } from '../../coins.ts';
import type { ChainReader, FindTransaction, Payer, ScanBlocks, ScannedBlock, SecondNode } from '../chain.ts';
import type { IncludedTransactions } from '../../payments/included-transactions.ts';
import type { EvmBlock, EvmChain } from './evm-chain.ts';
import type { Hash } from 'viem';
import type { Payments } from '../../payments/payments.ts';

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

interface EvmWitnessOptions {
  /** A payer and a reader that use this node. */
  readonly payer: Payer;
  readonly reader: ChainReader;
  readonly scan: ScanBlocks;
  readonly keys: PublicKeys;
  readonly payments: Pick<Payments, 'carrier'>;
}

/** The second node of an EVM chain. A payment is displaced if the node reports its nonce as used by none of its transactions. */
export function evmWitness(chain: EvmChain, { payer, reader, scan, keys, payments }: EvmWitnessOptions): SecondNode {
  return {
    reader,
    scan,
    progressOf: async (payment, attempts, height) => {
      const progress = await payer.progressOf(payment, attempts, height);
      if (progress.kind === 'landed') return progress;
      const { branch, key_index: index, nonce } = await payments.carrier(payment);
      const from = keys.addressOf({ branch: branch === 0 ? 0 : 1, index });
      const isUsed = nonce !== null && (await chain.transactionCount(from)) > nonce;
      const isThere = (await chain.head()).height >= height;
      return { kind: isUsed && isThere ? 'displaced' : 'waiting' };
    },
  };
}
