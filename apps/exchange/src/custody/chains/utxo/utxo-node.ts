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
      value: z.optional(z.string()),
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
const blockOfIds = z.object({ ...block.shape, tx: z.array(hash) });
/** Transactions that are asked for in one request. */
const askedAtOnce = 200;

/** Client of a node with Bitcoin Core's RPC, a transaction index and no wallet. Every method throws if the node cannot be reached. */
export class UtxoNode {
  readonly #url: string;
  readonly #headers: Readonly<Record<string, string>>;
  readonly #hasWholeBlocks: boolean;

  /**
   * @param address the URL, with name and password
   * @param hasWholeBlocks false if its blocks only list their transactions' ids, like Dogecoin's
   */
  constructor(address: string, { hasWholeBlocks = true }: { readonly hasWholeBlocks?: boolean } = {}) {
    this.#hasWholeBlocks = hasWholeBlocks;
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
    const read = at === null ? null : await this.#blockOf(at);
    if (!read || read.confirmations < 0) return null;
    return {
      height,
      hash: read.hash,
      parent: read.previousblockhash ?? '',
      outputs: outputsOf(read.tx),
      spends: spendsOf(read.tx),
    };
  }

  async #blockOf(at: string): Promise<z.output<typeof block> | null> {
    if (this.#hasWholeBlocks) return block.nullable().parse(await this.#orNull(refusals.notFound, 'getblock', at, 2));
    const read = blockOfIds.nullable().parse(await this.#orNull(refusals.notFound, 'getblock', at, true));
    if (read === null) return null;
    const tx: z.output<typeof transaction>[] = [];
    for (let from = 0; from < read.tx.length; from += askedAtOnce) {
      const asked = read.tx.slice(from, from + askedAtOnce);
      const found = await this.#batch(asked.map((txid) => ['getrawtransaction', [txid, true]] as const));
      tx.push(...found.map((one) => transaction.parse(one)));
    }
    if (tx.some(({ txid }, index) => txid !== read.tx[index])) throw new Error('the node answered another transaction');
    return { ...read, tx };
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

  /** Fee in smallest units per 1,000 bytes that gets a transaction into one of the next blocks; null if the node lacks data. */
  async feePerKilobyte(): Promise<bigint | null> {
    const { feerate } = z
      .object({ feerate: z.optional(z.number()) })
      .parse(await this.call('estimatesmartfee', feeWithinBlocks));
    // Older nodes answer -1.
    return feerate === undefined || feerate <= 0 ? null : BigInt(Math.ceil(feerate * 1e8));
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
    const { result, error } = envelope.parse(await this.#post({ jsonrpc: '1.0', id: 0, method, params: parameters }));
    if (error) throw new NodeRefusal(error.code, `${method}: ${error.message}`);
    return result ?? null;
  }

  /** Makes several calls in one request. @throws NodeRefusal */
  async #batch(asked: readonly (readonly [method: string, parameters: readonly unknown[]])[]): Promise<unknown[]> {
    const body = asked.map(([method, params], id) => ({ jsonrpc: '1.0', id, method, params }));
    const answers = z.array(z.object({ ...envelope.shape, id: z.int() })).parse(await this.#post(body));
    const byId = new Map(answers.map((answer) => [answer.id, answer]));
    return asked.map(([method], id) => {
      const answer = byId.get(id);
      if (answer?.error) throw new NodeRefusal(answer.error.code, `${method}: ${answer.error.message}`);
      if (answer === undefined) throw new Error(`${method}: the node left an answer out`);
      return answer.result ?? null;
    });
  }

  async #post(body: unknown): Promise<unknown> {
    const answer = await fetch(this.#url, {
      method: 'POST',
      headers: { ...this.#headers, 'content-type': 'application/json' },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(answerWithinMs),
    });
    if (answer.status === 401 || answer.status === 403)
      throw new Error(`the node answered ${answer.status}: check name and password`);
    return parseExactly(await answer.text());
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

/** Parses JSON; amounts of outputs stay as the node wrote them, because a double doesn't have all their digits. */
function parseExactly(text: string): unknown {
  return JSON.parse(text, keepAmounts);
}

function keepAmounts(key: string, value: unknown, context?: { readonly source?: string }): unknown {
  return key === 'value' && typeof value === 'number' ? context?.source : value;
}
