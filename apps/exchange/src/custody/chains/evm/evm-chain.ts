import {
  type BlockData,
  type Call,
  dispersalAbi,
  type Finality,
  lowerCaseAddress,
  tokenAbi,
  tokenTransfersOf,
  type TracedCall,
  type Transfer,
  transferTopic,
} from '@fft/chains';
import {
  type Address,
  BlockNotFoundError,
  ContractFunctionExecutionError,
  createPublicClient,
  EstimateGasExecutionError,
  type Hash,
  type Hex,
  http,
  HttpRequestError,
  parseAbi,
  type PublicClient,
  TransactionNotFoundError,
  TransactionReceiptNotFoundError,
  type Transport,
} from 'viem';
import type { BlockRef } from '../chain.ts';
import { isAway } from './evm-nodes.ts';
import { feeHistoryQuestion, recentTip } from './fee-history.ts';

export interface EvmBlock extends BlockRef {
  readonly hash: Hash;
  readonly parent: Hash;
  readonly transactions: readonly (BlockData['transactions'][number] & { readonly nonce: number })[];
}

export interface Receipt extends BlockRef {
  readonly isGood: boolean;
  /** The gas fee paid. */
  readonly cost: bigint;
  /** Addresses of the contracts that wrote its log. */
  readonly contracts: ReadonlySet<string>;
  /** Transfers that the given tokens report. */
  moved(tokens: ReadonlySet<string>): Transfer[];
}

type TransferLog = BlockData['receipts'][number]['logs'][number] & { readonly transactionHash: Hash };

interface RawReceipt {
  readonly transactionHash: Hash;
  readonly status: Hex;
  readonly gasUsed: Hex;
  readonly logs: BlockData['receipts'][number]['logs'];
}

/** The contract `GasPriceOracle`, at the same address on every network of Optimism's kind. */
const dataFeeOracle = '0x420000000000000000000000000000000000000F';
const dataFeeAbi = parseAbi(['function getL1FeeUpperBound(uint256 unsignedSize) view returns (uint256)']);

/** Gas of a plain transfer of the chain's own coin. */
const plainGas = 21_000n;

/** Client of an EVM node. Every method throws if the node cannot be reached. */
export class EvmChain {
  readonly #client: PublicClient;

  constructor(node: string | Transport) {
    const transport = typeof node === 'string' ? http(node, { timeout: 10_000, retryCount: 1 }) : node;
    this.#client = createPublicClient({ transport, cacheTime: 0 });
  }

  chainId(): Promise<number> {
    return this.#client.getChainId();
  }

  async head(): Promise<BlockRef & { readonly hash: Hash }> {
    const { number, hash } = await this.#client.getBlock();
    if (hash === null || number === null) throw new Error('the head is a block');
    return { height: Number(number), hash };
  }

  /** Height of the newest block that the node marks as safe or finalized. */
  async marked(tag: Exclude<Finality, 'depth'>): Promise<number> {
    return Number((await this.#client.getBlock({ blockTag: tag })).number);
  }

  /** Null if the chain is shorter. */
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

  /** Null if the node does not have it. */
  async blockByHash(blockHash: Hash): Promise<EvmBlock | null> {
    try {
      const { number, parentHash, transactions } = await this.#client.getBlock({
        blockHash,
        includeTransactions: true,
      });
      return { height: Number(number), hash: blockHash, parent: parentHash, transactions };
    } catch (error) {
      if (error instanceof BlockNotFoundError) return null;
      throw error;
    }
  }

  /** Logs of a block's transfers of the given tokens. @throws if the node does not have the block */
  async transferLogs(blockHash: Hash, tokens: ReadonlySet<string>): Promise<readonly TransferLog[]> {
    if (tokens.size === 0) return [];
    return this.#client.request<{
      Method: 'eth_getLogs';
      Parameters: [{ readonly blockHash: Hash; readonly address: string[]; readonly topics: [Hex] }];
      ReturnType: TransferLog[];
    }>({ method: 'eth_getLogs', params: [{ blockHash, address: [...tokens], topics: [transferTopic] }] });
  }

  /** Null if the chain is shorter. */
  async hashAt(height: number): Promise<string | null> {
    try {
      return (await this.#client.getBlock({ blockNumber: BigInt(height) })).hash;
    } catch (error) {
      if (error instanceof BlockNotFoundError) return null;
      throw error;
    }
  }

  /** By the block's hash, so that the receipts belong to exactly that block. */
  async receipts(hash: Hash): Promise<BlockData['receipts']> {
    const found = await this.#client.request<{
      Method: 'eth_getBlockReceipts';
      Parameters: [Hash];
      ReturnType: RawReceipt[] | null;
    }>({
      method: 'eth_getBlockReceipts',
      params: [hash],
    });
    if (!found) throw new Error(`the receipts of block ${hash} are gone`);
    return found.map(({ transactionHash, status, gasUsed, logs }) => ({
      transactionHash,
      status: BigInt(status) === 1n ? 'success' : 'reverted',
      isCall: BigInt(gasUsed) > plainGas,
      logs,
    }));
  }

  /**
   * Calls inside a block's transactions, in order.
   * @throws if the node does not trace
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

  /** Receipt of a transaction in a block; null if no block has it. */
  async receipt(txid: Hash): Promise<Receipt | null> {
    try {
      const found = await this.#client.getTransactionReceipt({ hash: txid });
      const { blockNumber, blockHash, status, gasUsed, effectiveGasPrice, logs } = found;
      // Networks of Optimism's kind charge for the data as well.
      const cost = gasUsed * effectiveGasPrice + BigInt(('l1Fee' in found && String(found.l1Fee)) || 0);
      return {
        height: Number(blockNumber),
        hash: blockHash,
        isGood: status === 'success',
        cost,
        contracts: new Set(logs.map(({ address }) => lowerCaseAddress(address))),
        moved: (tokens) => tokenTransfersOf(txid, logs, tokens),
      };
    } catch (error) {
      if (error instanceof TransactionReceiptNotFoundError) return null;
      throw error;
    }
  }

  /** Null if the node has no block with the transaction. */
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

  /** Balance of a token, or of the chain's own coin. */
  balance(address: Address, contract: Address | null): Promise<bigint> {
    if (contract === null) return this.#client.getBalance({ address });
    return this.#client.readContract({ address: contract, abi: tokenAbi, functionName: 'balanceOf', args: [address] });
  }

  /** What a spender may take of an owner's tokens. */
  allowance(token: Address, owner: Address, spender: Address): Promise<bigint> {
    const args = [owner, spender] as const;
    return this.#client.readContract({ address: token, abi: dispersalAbi, functionName: 'allowance', args });
  }

  /** Decimals that a token's contract reports; null if there is no such contract. */
  async decimals(contract: Address): Promise<number | null> {
    try {
      return await this.#client.readContract({ address: contract, abi: tokenAbi, functionName: 'decimals' });
    } catch (error) {
      const isNone = error instanceof ContractFunctionExecutionError && !(error.walk() instanceof HttpRequestError);
      if (isNone && (await this.#client.getCode({ address: contract })) === undefined) return null;
      throw error;
    }
  }

  /** Number of an address's transactions in blocks. */
  transactionCount(address: Address): Promise<number> {
    return this.#client.getTransactionCount({ address, blockTag: 'latest' });
  }

  /** What the newest block burns for a unit of gas; 0 on networks that burn nothing. */
  async baseFee(): Promise<bigint> {
    return (await this.#client.getBlock()).baseFeePerGas ?? 0n;
  }

  /**
   * Tip for a unit of gas, as recent blocks paid it; what the node suggests, where it keeps no such history or no block paid any.
   * @throws if its answer isn't a history of fees
   */
  async tip(): Promise<bigint> {
    const history = await this.#client.request(feeHistoryQuestion).catch((error: unknown) => {
      if (isAway(error)) throw error;
      return null;
    });
    return recentTip(history) ?? this.#client.estimateMaxPriorityFeePerGas().catch(() => 1_000_000_000n);
  }

  /** What a network of Optimism's kind charges at most for the data of a transaction of this size. */
  dataFee(bytes: bigint): Promise<bigint> {
    return this.#client.readContract({
      address: dataFeeOracle,
      abi: dataFeeAbi,
      functionName: 'getL1FeeUpperBound',
      args: [bytes],
    });
  }

  /** Sends a transaction to the chain. One that the chain knows already is not an error. */
  async broadcast(raw: Hex): Promise<void> {
    try {
      await this.#client.sendRawTransaction({ serializedTransaction: raw });
    } catch (error) {
      const text = error instanceof Error ? error.message : String(error);
      if (!/already known|already imported|nonce too low|known transaction/i.test(text)) throw error;
    }
  }

  /** Estimates the gas of paying the chain's own coin to a recipient, or of another call, up to a maximum; null if it takes more, or would fail. */
  async gasFor(
    call: { readonly from: Address; readonly to: Address; readonly value: bigint; readonly data?: Hex },
    most: bigint,
  ): Promise<bigint | null> {
    const { from: account, ...rest } = call;
    try {
      const taken = await this.#client.estimateGas({ account, ...rest, gas: most });
      // Some nodes ignore the bound.
      return taken > most ? null : taken;
    } catch (error) {
      const text = error instanceof EstimateGasExecutionError ? error.message : '';
      if (/revert|exceeds allowance|out of gas|gas too low/i.test(text)) return null;
      throw error;
    }
  }
}
