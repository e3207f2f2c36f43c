import { outputsOf, type RawUtxoTransaction, spendsOf, type UtxoOutput, type UtxoSpend } from '@fft/chains';
import * as z from 'zod';

/** Position of a block. */
export interface UtxoPlace {
  readonly height: number;
  readonly hash: string;
}

export interface UtxoBlock extends UtxoPlace {
  readonly parent: string;
  readonly outputs: readonly UtxoOutput[];
  readonly spends: readonly UtxoSpend[];
}

/** The node checked the request and refused. */
export class NodeRefusal extends Error {
  override readonly name = 'NodeRefusal';
  readonly code: number;

  constructor(code: number, message: string) {
    super(message);
    this.code = code;
  }
}

/** Bitcoin Core's error codes. */
const refusals = { notFound: -5, outOfRange: -8, alreadyInChain: -27 };
const answerWithinMs = 30_000;
/** Fee in smallest units per 1,000 bytes, if the node lacks data for an estimate. */
const feeUnknownPerKilobyte = 20_000n;
const feeWithinBlocks = 3;

const hash = z.string().regex(/^[0-9a-f]{64}$/);
const envelope = z.object({
  result: z.unknown(),
  error: z.nullable(z.object({ code: z.number(), message: z.string() })),
});
const transaction = z.object({
  txid: hash,
  vin: z.array(z.object({ txid: z.optional(hash), vout: z.optional(z.int()), ismweb: z.optional(z.boolean()) })),
  vout: z.array(
    z.object({
      n: z.optional(z.int()),
      value: z.optional(z.number()),
      scriptPubKey: z.optional(z.object({ hex: z.string() })),
      ismweb: z.optional(z.boolean()),
    }),
  ),
}) satisfies z.ZodType<RawUtxoTransaction>;
const txState = z.object({ blockhash: z.optional(hash), confirmations: z.optional(z.int()) });
const block = z.object({
  hash,
  height: z.int(),
  previousblockhash: z.optional(hash),
  confirmations: z.int(),
  tx: z.array(transaction),
});

/** Client of a node with Bitcoin Core's RPC, a transaction index and no wallet. Every method throws if the node cannot be reached. */
export class UtxoNode {
  readonly #url: string;
  readonly #headers: Readonly<Record<string, string>>;

  /** @param address the URL, with name and password */
  constructor(address: string) {
    const url = new URL(address);
    const secret = `${decodeURIComponent(url.username)}:${decodeURIComponent(url.password)}`;
    this.#headers = { authorization: `Basic ${Buffer.from(secret).toString('base64')}` };
    [url.username, url.password] = ['', ''];
    this.#url = url.href;
  }

  /** Hash of the first block; it identifies the chain. */
  async genesis(): Promise<string> {
    return hash.parse(await this.call('getblockhash', 0));
  }

  async head(): Promise<UtxoPlace> {
    const { blocks, bestblockhash } = z
      .object({ blocks: z.int(), bestblockhash: hash })
      .parse(await this.call('getblockchaininfo'));
    return { height: blocks, hash: bestblockhash };
  }

  /** The hash at a height; null if the chain is shorter. */
  async hashAt(height: number): Promise<string | null> {
    return hash.nullable().parse(await this.#orNull(refusals.outOfRange, 'getblockhash', height));
  }

  /** Null if the chain is shorter, or has just changed. */
  async block(height: number): Promise<UtxoBlock | null> {
    const at = await this.hashAt(height);
    const read = at && block.nullable().parse(await this.#orNull(refusals.notFound, 'getblock', at, 2));
    if (!read || read.confirmations < 0) return null;
    return {
      height,
      hash: read.hash,
      parent: read.previousblockhash ?? '',
      outputs: outputsOf(read.tx),
      spends: spendsOf(read.tx),
    };
  }

  /** State of a transaction: in a block, or waiting; null if neither. */
  async placeOf(txid: string): Promise<{ readonly block: string | null } | null> {
    const found = await this.#orNull(refusals.notFound, 'getrawtransaction', txid, true);
    if (found === null) return null;
    const { blockhash: block = null, confirmations = 0 } = txState.parse(found);
    // The index still knows blocks that left the chain.
    return block === null || confirmations > 0 ? { block } : null;
  }

  /** Raw bytes of a transaction that the node has. */
  async rawOf(txid: string): Promise<string> {
    return z.string().parse(await this.call('getrawtransaction', txid, false));
  }

  /** Height of a block, by its hash. */
  async heightOf(at: string): Promise<number> {
    return z.object({ height: z.int() }).parse(await this.call('getblockheader', at)).height;
  }

  /** Ids of transactions in the pool. */
  async pool(): Promise<string[]> {
    return z.array(hash).parse(await this.call('getrawmempool'));
  }

  /** Outputs of a transaction in the pool; null if it is not there. */
  async outputsInPool(txid: string): Promise<UtxoOutput[] | null> {
    const found = await this.#orNull(refusals.notFound, 'getrawtransaction', txid, true);
    const waits = found !== null && txState.parse(found).blockhash === undefined;
    return waits ? outputsOf([transaction.parse(found)]) : null;
  }

  /** True if an output is unspent by blocks. */
  async isUnspent(txid: string, vout: number): Promise<boolean> {
    return (await this.call('gettxout', txid, vout, false)) !== null;
  }

  /** Fee in smallest units per 1,000 bytes that gets a transaction into one of the next blocks. */
  async feePerKilobyte(): Promise<bigint> {
    const { feerate } = z
      .object({ feerate: z.optional(z.number()) })
      .parse(await this.call('estimatesmartfee', feeWithinBlocks));
    return feerate === undefined ? feeUnknownPerKilobyte : BigInt(Math.ceil(feerate * 1e8));
  }

  /**
   * Sends a transaction to the chain. One that the chain knows already is not an error.
   * @throws NodeRefusal
   */
  async broadcast(raw: string): Promise<void> {
    try {
      await this.call('sendrawtransaction', raw);
    } catch (error) {
      const isKnown = error instanceof NodeRefusal && error.code === refusals.alreadyInChain;
      if (!isKnown) throw error;
    }
  }

  /**
   * Makes any other RPC call.
   * @throws NodeRefusal
   */
  async call(method: string, ...parameters: readonly unknown[]): Promise<unknown> {
    const answer = await fetch(this.#url, {
      method: 'POST',
      headers: { ...this.#headers, 'content-type': 'application/json' },
      body: JSON.stringify({ jsonrpc: '1.0', id: 0, method, params: parameters }),
      signal: AbortSignal.timeout(answerWithinMs),
    });
    if (answer.status === 401 || answer.status === 403)
      throw new Error(`the node answered ${answer.status}: check name and password`);
    const { result, error } = envelope.parse(await answer.json());
    if (error) throw new NodeRefusal(error.code, `${method}: ${error.message}`);
    return result ?? null;
  }

  async #orNull(code: number, method: string, ...parameters: readonly unknown[]): Promise<unknown> {
    try {
      return await this.call(method, ...parameters);
    } catch (error) {
      if (error instanceof NodeRefusal && error.code === code) return null;
      throw error;
    }
  }
}
