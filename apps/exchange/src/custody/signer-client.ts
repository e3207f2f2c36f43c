import { Buffer } from 'node:buffer';
import { request as httpRequest } from 'node:http';
import { text } from 'node:stream/consumers';
import type { KeyRef } from '@fft/chains';
import type { Hex } from 'viem';
import * as z from 'zod';

/** What the signer is asked to sign, and what for. What Bitcoin's family signs names the keys itself. */
export type SigningOrder = (
  | { readonly chain: 'ETH'; readonly key: KeyRef; readonly transaction: Hex }
  | { readonly chain: 'BTC' | 'LTC'; readonly transaction: string }
  | { readonly chain: 'TRX'; readonly key: KeyRef; readonly transaction: string }
) & {
  readonly purpose: 'withdrawal' | 'sweep' | 'gas' | 'cold' | 'rotation';
  readonly reference: number;
};

export interface SignedTransaction {
  readonly raw: string;
  readonly txid: string;
}

/** The signer looked at it and said no: it won't say anything else later. */
export class SigningRefused extends Error {
  override readonly name = 'SigningRefused';
}

/** The signer isn't there, or can't get at its keys now. It isn't asked again for a while, and nothing is given up for it. */
export class SignerUnavailable extends Error {
  override readonly name = 'SignerUnavailable';
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
/** Before keys that couldn't be used are asked for again. */
const unavailableMs = 10_000;

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

  /** @throws SigningRefused, SignerUnavailable */
  async sign(order: SigningOrder): Promise<SignedTransaction> {
    if (this.#unavailable && performance.now() < this.#unavailable.until)
      throw new SignerUnavailable(this.#unavailable.reason);
    const { status, body } = await this.#ask('POST', '/sign', JSON.stringify(order));
    if (status === 200) return signed.parse(JSON.parse(body));
    const { refused } = refusal.parse(JSON.parse(body));
    if (status === 403) throw new SigningRefused(refused);
    if (status !== 503) throw new Error(`the signer failed: ${refused}`);
    const reason = `the signer can't sign now: ${refused}`;
    this.#unavailable = { until: performance.now() + unavailableMs, reason };
    throw new SignerUnavailable(reason);
  }

  #ask(method: 'GET' | 'POST', path: string, body = ''): Promise<{ status: number; body: string }> {
    return new Promise((resolve, reject) => {
      const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) };
      const asking = httpRequest(
        // A connection of its own for each: one that is kept would lead to a signer that was replaced.
        { socketPath: this.#socketPath, agent: false, method, path, headers, timeout: answerWithinMs },
        (answer) => {
          text(answer).then((read) => resolve({ status: answer.statusCode ?? 0, body: read }), reject);
        },
      );
      asking.on('timeout', () => asking.destroy(new Error('it does not answer')));
      asking.on('error', (cause) => reject(new SignerUnavailable(`the signer is away: ${cause.message}`, { cause })));
      asking.end(body);
    });
  }
}
