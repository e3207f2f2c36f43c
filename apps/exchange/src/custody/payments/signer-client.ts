import { Buffer } from 'node:buffer';
import { request as httpRequest } from 'node:http';
import { text } from 'node:stream/consumers';
import {
  coinCountOf,
  type EvmChainName,
  isUtxoChain,
  type KeyRef,
  signatureBatchSize,
  type UtxoChainName,
} from '@fft/chains';
import type { Hex } from 'viem';
import * as z from 'zod';
import type { AuthorizedOrder } from '../../funds/withdrawals/index.ts';

/** Reason for a signature. The signer signs one payment, and its replacements, per purpose and reference. */
export type SigningClaim =
  /** The reference is the withdrawal's id. */
  | {
      readonly purpose: 'withdrawal';
      readonly reference: number;
      readonly withdrawal: Omit<AuthorizedOrder, 'id'>;
      /** The other withdrawals of a batch, in the order of its payments. */
      readonly further?: readonly ClaimedWithdrawal[];
    }
  /** Pays the deposit address of this key on branch 0. */
  | { readonly purpose: 'gas'; readonly reference: number; readonly deposit: number }
  | { readonly purpose: 'sweep' | 'cold' | 'rotation' | 'allowance'; readonly reference: number };

/** A withdrawal's id and what was decided about it. */
export interface ClaimedWithdrawal {
  readonly reference: number;
  readonly withdrawal: Omit<AuthorizedOrder, 'id'>;
}

/** A transaction to sign, with its reason. UTXO transactions name their keys themselves. */
export type SigningOrder = (
  | { readonly chain: EvmChainName; readonly key: KeyRef; readonly transaction: Hex }
  | { readonly chain: UtxoChainName; readonly transaction: string }
  | {
      readonly chain: 'SOL';
      readonly key: KeyRef;
      readonly transaction: string;
      /** What the bytes must do: they name accounts of tokens, not their wallets. */
      readonly payment: { readonly mint: string | null; readonly to: string; readonly amount: string };
    }
) &
  SigningClaim;

export interface SignedTransaction {
  readonly raw: string;
  readonly txid: string;
}

/** The signer checked the order and refused; asking again does not help. */
export class SigningRefused extends Error {
  override readonly name = 'SigningRefused';
  /** The withdrawal of a batch that is the reason; null if it is not one alone. */
  readonly reference: number | null;

  constructor(message: string, { reference = null, ...options }: ErrorOptions & { reference?: number | null } = {}) {
    super(message, options);
    this.reference = reference;
  }
}

/** The signer is away, does not answer, or cannot use its keys now. Callers wait before they ask again, and give nothing up. */
export class SignerUnavailable extends Error {
  override readonly name = 'SignerUnavailable';
  /** True if it may have signed nevertheless. */
  readonly mayHaveSigned: boolean;

  constructor(message: string, options: ErrorOptions & { readonly mayHaveSigned: boolean }) {
    super(message, options);
    this.mayHaveSigned = options.mayHaveSigned;
  }
}

/** Public keys of a chain. */
export interface PublicSide {
  /** The extended public key that customers' addresses derive from. */
  readonly xpub: string;
  /** Public keys of the hot wallets, oldest first. */
  readonly hot: readonly string[];
}

const tokenUnits = z.object({ coin: z.string(), decimals: z.int() });
/** Earlier signers don't tell what may be paid in a day. */
const tokenLimits = z.object({
  day: z
    .string()
    .regex(/^\d{1,78}$/)
    .transform(BigInt)
    .optional(),
});
/** A token as the signer's settings have it. */
export type SignerToken = z.output<typeof tokenUnits>;

const publicSide = z.object({ xpub: z.string(), hot: z.array(z.string()) });
const hex = z.string().regex(/^(0x)?[0-9a-f]+$/);
/** In base 58 on Solana. */
const txid = z.string().regex(/^(0x)?[0-9a-zA-Z]{1,88}$/);
const signed = z.object({ raw: hex, txid });
const attestation = z.object({ address: z.string(), signature: z.string() });
const refusal = z.object({ refused: z.string(), reference: z.int().nullable().default(null) });
const answerWithinMs = 10_000;
/** Pause before a signer that failed to answer is asked again. */
const unavailableMs = 10_000;
/** Errors that prove that the request reached no signer. */
const neverArrived: ReadonlySet<string> = new Set(['ENOENT', 'ECONNREFUSED']);

/** Time-out for an answer; it grows with the number of inputs to sign. A retry after a time-out would make the signer start over and take as long. */
export function timeoutMsOf(order: SigningOrder): number {
  const coins = isUtxoChain(order.chain) ? coinCountOf(order.transaction) : 1;
  return answerWithinMs * Math.max(Math.ceil(coins / signatureBatchSize), 1);
}

/** Client of the signer's socket. */
export class SignerClient {
  readonly #socketPath: string;
  #unavailable: { readonly until: number; readonly reason: string } | null = null;

  constructor(socketPath: string) {
    this.#socketPath = socketPath;
  }

  /** @throws SignerUnavailable */
  async keys(chain: SigningOrder['chain']): Promise<PublicSide> {
    const { status, body } = await this.#ask('GET', `/xpub/${chain}`);
    if (status !== 200) throw new Error(`the signer serves no keys for ${chain}`);
    return publicSide.parse(JSON.parse(body));
  }

  /** The tokens of an EVM network for which it signs, by lower-case contract; from its own settings, which no exchange changes. @throws SignerUnavailable */
  async tokens(chain: EvmChainName): Promise<Readonly<Record<string, SignerToken>>> {
    return this.#tokensAs(chain, tokenUnits);
  }

  /** Maximum of a day's payments in a token, in smallest units; null if the signer doesn't list it. @throws SignerUnavailable */
  async dayLimit(chain: EvmChainName, contract: string): Promise<bigint | null> {
    return (await this.#tokensAs(chain, tokenLimits))[contract]?.day ?? null;
  }

  async #tokensAs<Form extends z.ZodType>(chain: EvmChainName, form: Form): Promise<Record<string, z.output<Form>>> {
    const { status, body } = await this.#ask('GET', `/tokens/${chain}`);
    if (status !== 200) throw new Error(`the signer serves no tokens of ${chain}`);
    return z.object({ tokens: z.record(z.string(), form) }).parse(JSON.parse(body)).tokens;
  }

  /** Reports to the signer that a withdrawal went back to review: from then on it refuses all earlier decisions. @throws SigningRefused, SignerUnavailable */
  async sendBack({ id: reference, ...withdrawal }: AuthorizedOrder): Promise<void> {
    const { status, body } = await this.#ask('POST', '/send-back', { body: JSON.stringify({ reference, withdrawal }) });
    if (status !== 200) throw new SigningRefused(refusal.parse(JSON.parse(body)).refused);
  }

  /** Number of the decision with which a withdrawal last went back to review; 0 if it never did. @throws SignerUnavailable */
  async sentBack(withdrawal: number): Promise<number> {
    const { status, body } = await this.#ask('GET', `/sent-back/${withdrawal}`);
    if (status !== 200) throw new Error('the signer does not report what went back to review');
    return z.object({ number: z.int() }).parse(JSON.parse(body)).number;
  }

  /** The slots spent by each transaction signed for a withdrawal, from the signer's own log, which no database changes. @throws SignerUnavailable */
  async signedFor(chain: SigningOrder['chain'], withdrawal: number): Promise<string[][]> {
    const { status, body } = await this.#ask('GET', `/signed/${chain}/${withdrawal}`);
    if (status !== 200) throw new Error('the signer does not report what it signed for a withdrawal');
    return z.object({ slots: z.array(z.array(z.string())) }).parse(JSON.parse(body)).slots;
  }

  /** @throws SigningRefused, SignerUnavailable */
  async sign(order: SigningOrder): Promise<SignedTransaction> {
    if (this.#unavailable && performance.now() < this.#unavailable.until)
      throw new SignerUnavailable(this.#unavailable.reason, { mayHaveSigned: false });
    const { status, body } = await this.#ask('POST', '/sign', {
      body: JSON.stringify(order),
      withinMs: timeoutMsOf(order),
    });
    if (status === 200) return signed.parse(JSON.parse(body));
    const { refused, reference } = refusal.parse(JSON.parse(body));
    if (status === 403) throw new SigningRefused(refused, { reference });
    if (status !== 503) throw new Error(`the signer failed: ${refused}`);
    const reason = `the signer can't sign now: ${refused}`;
    this.#rest(reason);
    throw new SignerUnavailable(reason, { mayHaveSigned: false });
  }

  /** Has a hot wallet sign that it holds reserves for a day's liabilities. @throws SigningRefused, SignerUnavailable */
  async attest(statement: {
    readonly chain: SigningOrder['chain'];
    readonly hot: number;
    readonly day: string;
    readonly root: string;
  }): Promise<z.output<typeof attestation>> {
    const { status, body } = await this.#ask('POST', '/attest', { body: JSON.stringify(statement) });
    if (status === 200) return attestation.parse(JSON.parse(body));
    throw new SigningRefused(refusal.parse(JSON.parse(body)).refused);
  }

  #rest(reason: string): void {
    this.#unavailable = { until: performance.now() + unavailableMs, reason };
  }

  #ask(
    method: 'GET' | 'POST',
    path: string,
    { body = '', withinMs = answerWithinMs }: { readonly body?: string; readonly withinMs?: number } = {},
  ): Promise<{ status: number; body: string }> {
    return new Promise((resolve, reject) => {
      const fail = (cause: Error & { readonly code?: string }): void => {
        const mayHaveSigned = method === 'POST' && !neverArrived.has(cause.code ?? '');
        reject(new SignerUnavailable(`the signer is away: ${cause.message}`, { cause, mayHaveSigned }));
      };
      const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) };
      const asking = httpRequest(
        // One connection per request: a kept one could lead to a signer that was replaced.
        { socketPath: this.#socketPath, agent: false, method, path, headers, timeout: withinMs },
        (answer) => {
          text(answer).then((read) => resolve({ status: answer.statusCode ?? 0, body: read }), fail);
        },
      );
      asking.on('timeout', () => {
        // Other callers would wait just as long, one after another.
        this.#rest('the signer does not answer');
        asking.destroy(new Error('it does not answer'));
      });
      asking.on('error', fail);
      asking.end(body);
    });
  }
}
