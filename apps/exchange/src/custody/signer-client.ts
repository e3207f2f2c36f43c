import { Buffer } from 'node:buffer';
import { request as httpRequest } from 'node:http';
import { text } from 'node:stream/consumers';
import { coinCountOf, type KeyRef, signatureBatchSize } from '@fft/chains';
import type { Hex } from 'viem';
import * as z from 'zod';
import type { AuthorizedOrder } from '../funds/withdrawals/index.ts';

/** Why something is to be signed: of one purpose and reference the signer signs one payment, and what replaces it. */
export type SigningClaim =
  /** The reference is the withdrawal's number. */
  | {
      readonly purpose: 'withdrawal';
      readonly reference: number;
      readonly withdrawal: Omit<AuthorizedOrder, 'id'>;
    }
  /** To the deposit address of this key on branch 0. */
  | { readonly purpose: 'gas'; readonly reference: number; readonly deposit: number }
  | { readonly purpose: 'sweep' | 'cold' | 'rotation'; readonly reference: number };

/** What the signer is asked to sign, and why. What Bitcoin's family signs names the keys itself. */
export type SigningOrder = (
  | { readonly chain: 'ETH'; readonly key: KeyRef; readonly transaction: Hex }
  | { readonly chain: 'BTC' | 'LTC'; readonly transaction: string }
  | { readonly chain: 'TRX'; readonly key: KeyRef; readonly transaction: string }
) &
  SigningClaim;

export interface SignedTransaction {
  readonly raw: string;
  readonly txid: string;
}

/** The signer looked at it and said no: it won't say anything else later. */
export class SigningRefused extends Error {
  override readonly name = 'SigningRefused';
}

/** The signer isn't there, doesn't answer, or can't get at its keys now. It isn't asked again for a while, and nothing is given up for it. */
export class SignerUnavailable extends Error {
  override readonly name = 'SignerUnavailable';
  /** Whether it may have signed all the same. */
  readonly mayHaveSigned: boolean;

  constructor(message: string, options: ErrorOptions & { readonly mayHaveSigned: boolean }) {
    super(message, options);
    this.mayHaveSigned = options.mayHaveSigned;
  }
}

/** What is known of a chain's keys without having them. */
export interface PublicSide {
  /** The extended public key that customers' addresses come from. */
  readonly xpub: string;
  /** Public keys of the hot wallets, the oldest first. */
  readonly hot: readonly string[];
}

const publicSide = z.object({ xpub: z.string(), hot: z.array(z.string()) });
const hex = z.string().regex(/^(0x)?[0-9a-f]+$/);
const signed = z.object({ raw: hex, txid: hex });
const refusal = z.object({ refused: z.string() });
const answerWithinMs = 10_000;
/** Before a signer that doesn't answer, or whose keys couldn't be used, is asked again. */
const unavailableMs = 10_000;
/** Nobody was there to read what was asked. */
const neverArrived: ReadonlySet<string> = new Set(['ENOENT', 'ECONNREFUSED']);

/** What is waited for an answer: the longer, the more coins there are to sign for. Asked again for what took too long, the signer would begin anew, and take as long. */
export function patienceMs(order: SigningOrder): number {
  const coins = order.chain === 'BTC' || order.chain === 'LTC' ? coinCountOf(order.transaction) : 1;
  return answerWithinMs * Math.max(Math.ceil(coins / signatureBatchSize), 1);
}

/** The signer, behind its socket. */
export class SignerClient {
  readonly #socketPath: string;
  #unavailable: { readonly until: number; readonly reason: string } | null = null;

  constructor(socketPath: string) {
    this.#socketPath = socketPath;
  }

  /** @throws SignerUnavailable */
  async keys(chain: SigningOrder['chain']): Promise<PublicSide> {
    const { status, body } = await this.#ask('GET', `/xpub/${chain}`);
    if (status !== 200) throw new Error(`the signer signs nothing on ${chain}`);
    return publicSide.parse(JSON.parse(body));
  }

  /** Tells the signer that a withdrawal went back to review: the signer refuses all earlier decisions about it from then on. @throws SigningRefused, SignerUnavailable */
  async sendBack({ id: reference, ...withdrawal }: AuthorizedOrder): Promise<void> {
    const { status, body } = await this.#ask('POST', '/send-back', { body: JSON.stringify({ reference, withdrawal }) });
    if (status !== 200) throw new SigningRefused(refusal.parse(JSON.parse(body)).refused);
  }

  /** The number of the decision that a withdrawal last went back with; 0 where it never did. @throws SignerUnavailable */
  async sentBack(withdrawal: number): Promise<number> {
    const { status, body } = await this.#ask('GET', `/sent-back/${withdrawal}`);
    if (status !== 200) throw new Error('the signer does not say what went back to people');
    return z.object({ number: z.int() }).parse(JSON.parse(body)).number;
  }

  /** What each transaction spends that the signer signed for a withdrawal; the signer's own memory, which no database changes. @throws SignerUnavailable */
  async signedFor(chain: SigningOrder['chain'], withdrawal: number): Promise<string[][]> {
    const { status, body } = await this.#ask('GET', `/signed/${chain}/${withdrawal}`);
    if (status !== 200) throw new Error('the signer does not say what it signed for a withdrawal');
    return z.object({ slots: z.array(z.array(z.string())) }).parse(JSON.parse(body)).slots;
  }

  /** @throws SigningRefused, SignerUnavailable */
  async sign(order: SigningOrder): Promise<SignedTransaction> {
    if (this.#unavailable && performance.now() < this.#unavailable.until)
      throw new SignerUnavailable(this.#unavailable.reason, { mayHaveSigned: false });
    const { status, body } = await this.#ask('POST', '/sign', {
      body: JSON.stringify(order),
      withinMs: patienceMs(order),
    });
    if (status === 200) return signed.parse(JSON.parse(body));
    const { refused } = refusal.parse(JSON.parse(body));
    if (status === 403) throw new SigningRefused(refused);
    if (status !== 503) throw new Error(`the signer failed: ${refused}`);
    const reason = `the signer can't sign now: ${refused}`;
    this.#rest(reason);
    throw new SignerUnavailable(reason, { mayHaveSigned: false });
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
        // A connection of its own for each: one that is kept would lead to a signer that was replaced.
        { socketPath: this.#socketPath, agent: false, method, path, headers, timeout: withinMs },
        (answer) => {
          text(answer).then((read) => resolve({ status: answer.statusCode ?? 0, body: read }), fail);
        },
      );
      asking.on('timeout', () => {
        // Others would wait as long, one after the other.
        this.#rest('the signer does not answer');
        asking.destroy(new Error('it does not answer'));
      });
      asking.on('error', fail);
      asking.end(body);
    });
  }
}
