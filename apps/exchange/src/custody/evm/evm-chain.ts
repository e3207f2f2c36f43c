import { type BlockData, type Call, tokenAbi, tokenTransfersOf, type TracedCall, type Transfer } from '@fft/chains';
import { createPublicClient, http, type Address, type Hash, type Hex, type PublicClient } from 'viem';
import {
  BlockNotFoundError,
  EstimateGasExecutionError,
  TransactionNotFoundError,
  TransactionReceiptNotFoundError,
} from 'viem';
import type { Place } from '../chain-reader.ts';

export interface EvmBlock extends Place {
  readonly hash: Hash;
  readonly parent: Hash;
  readonly transactions: readonly (BlockData['transactions'][number] & { readonly nonce: number })[];
}

export interface Receipt extends Place {
  readonly isGood: boolean;
  /** What its gas took. */
  readonly cost: bigint;
  /** What tokens say that it moved. */
  moved(tokens: ReadonlySet<string>): Transfer[];
}

export interface Fees {
  readonly feePerGas: bigint;
  readonly tipPerGas: bigint;
}

interface RawReceipt {
  readonly transactionHash: Hash;
  readonly status: Hex;
  readonly gasUsed: Hex;
  readonly logs: BlockData['receipts'][number]['logs'];
}

/** A payment of the chain's own coin that nothing else happens in takes this. */
const plainGas = 21_000n;

/** What is asked of a node of an EVM chain. Every method throws where the node can't be reached. */
export class EvmChain {
  readonly #client: PublicClient;

  constructor(url: string) {
    this.#client = createPublicClient({ transport: http(url, { timeout: 10_000, retryCount: 1 }), cacheTime: 0 });
  }

  chainId(): Promise<number> {
    return this.#client.getChainId();
  }

  async head(): Promise<Place & { readonly hash: Hash }> {
    const { number, hash } = await this.#client.getBlock();
    if (hash === null || number === null) throw new Error('the head is a block');
    return { height: Number(number), hash };
  }

  /** Null where the chain isn't that long. */
  async block(height: number): Promise<EvmBlock | null> {
    try {
      const block = await this.#client.getBlock({ blockNumber: BigInt(height), includeTransactions: true });
      const { hash, parentHash: parent, transactions } = block;
      return { height, hash, parent, transactions };
    } catch (error) {
      if (error instanceof BlockNotFoundError) return null;
      throw error;
    }
  }

  /** Null where the chain isn't that long. */
  async hashAt(height: number): Promise<string | null> {
    try {
      return (await this.#client.getBlock({ blockNumber: BigInt(height) })).hash;
    } catch (error) {
      if (error instanceof BlockNotFoundError) return null;
      throw error;
    }
  }

  /** By the block's hash, so that they are of exactly that block. */
  async receipts(hash: Hash): Promise<BlockData['receipts']> {
    const found = await this.#client.request<{
      Method: 'eth_getBlockReceipts';
      Parameters: [Hash];
      ReturnType: RawReceipt[] | null;
    }>({
      method: 'eth_getBlockReceipts',
      params: [hash],
    });
    if (!found) throw new Error(`block ${hash} has no receipts any more`);
    return found.map(({ transactionHash, status, gasUsed, logs }) => ({
      transactionHash,
      status: BigInt(status) === 1n ? 'success' : 'reverted',
      isCall: BigInt(gasUsed) > plainGas,
      logs,
    }));
  }

  /**
   * What happened inside a block's transactions, in their order.
   * @throws where the node doesn't trace
   */
  async traces(hash: Hash): Promise<TracedCall[]> {
    const found = await this.#client.request<{
      Method: 'debug_traceBlockByHash';
      Parameters: [Hash, { readonly tracer: 'callTracer' }];
      ReturnType: { readonly result?: TracedCall; readonly error?: string }[];
    }>({ method: 'debug_traceBlockByHash', params: [hash, { tracer: 'callTracer' }] });
    return found.map(({ result, error }) => {
      if (!result) throw new Error(`block ${hash} could not be traced: ${error}`);
      return result;
    });
  }

  /** Of a transaction that is in a block; null where it isn't in any. */
  async receipt(txid: Hash): Promise<Receipt | null> {
    try {
      const found = await this.#client.getTransactionReceipt({ hash: txid });
      const { blockNumber, blockHash, status, gasUsed, effectiveGasPrice, logs } = found;
      const cost = gasUsed * effectiveGasPrice;
      return {
        height: Number(blockNumber),
        hash: blockHash,
        isGood: status === 'success',
        cost,
        moved: (tokens) => tokenTransfersOf(txid, logs, tokens),
      };
    } catch (error) {
      if (error instanceof TransactionReceiptNotFoundError) return null;
      throw error;
    }
  }

  /** Null where the node has no block with it. */
  async included(txid: Hash): Promise<{ readonly from: string; readonly nonce: number; readonly call: Call } | null> {
    try {
      const found = await this.#client.getTransaction({ hash: txid });
      const { from, nonce, to, value, input: data, blockHash } = found;
      return blockHash === null || to === null ? null : { from, nonce, call: { to, value, data } };
    } catch (error) {
      if (error instanceof TransactionNotFoundError) return null;
      throw error;
    }
  }

  /** Of the chain's own coin, or of a token. */
  balance(address: Address, contract: Address | null): Promise<bigint> {
    if (contract === null) return this.#client.getBalance({ address });
    return this.#client.readContract({ address: contract, abi: tokenAbi, functionName: 'balanceOf', args: [address] });
  }

  /** How many transactions of an address are in blocks. */
  transactionCount(address: Address): Promise<number> {
    return this.#client.getTransactionCount({ address, blockTag: 'latest' });
  }

  /** Enough to be in one of the next blocks. */
  async fees(): Promise<Fees> {
    const { baseFeePerGas } = await this.#client.getBlock();
    const tipPerGas = await this.#client.estimateMaxPriorityFeePerGas().catch(() => 1_000_000_000n);
    return { feePerGas: (baseFeePerGas ?? 0n) * 2n + tipPerGas, tipPerGas };
  }

  /** Gives a transaction to the chain. That it knows it already is no error. */
  async broadcast(raw: Hex): Promise<void> {
    try {
      await this.#client.sendRawTransaction({ serializedTransaction: raw });
    } catch (error) {
      const text = error instanceof Error ? error.message : String(error);
      if (!/already known|already imported|nonce too low|known transaction/i.test(text)) throw error;
    }
  }

  /** What gas a payment of the chain's own coin takes at its recipient's, up to so much; null where it takes more, or the recipient refuses it. */
  async gasFor(
    payment: { readonly from: Address; readonly to: Address; readonly value: bigint },
    most: bigint,
  ): Promise<bigint | null> {
    const { from: account, to, value } = payment;
    try {
      const taken = await this.#client.estimateGas({ account, to, value, gas: most });
      // Not every node minds the bound.
      return taken > most ? null : taken;
    } catch (error) {
      const text = error instanceof EstimateGasExecutionError ? error.message : '';
      if (/revert|exceeds allowance|out of gas|gas too low/i.test(text)) return null;
      throw error;
    }
  }
}
