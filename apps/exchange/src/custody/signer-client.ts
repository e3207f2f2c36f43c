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
) & {
  readonly purpose: 'withdrawal' | 'sweep' | 'gas' | 'cold';
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

const hex = z.string().regex(/^(0x)?[0-9a-f]+$/);
const signed = z.object({ raw: hex, txid: hex });
const refusal = z.object({ refused: z.string() });
const answerWithinMs = 10_000;

/** The signer, behind its socket. */
export class SignerClient {
  readonly #socketPath: string;

  constructor(socketPath: string) {
    this.#socketPath = socketPath;
  }

  /** The extended public key that all addresses of a chain come from. */
  async xpub(chain: SigningOrder['chain']): Promise<string> {
    const { status, body } = await this.#ask('GET', `/xpub/${chain}`);
    if (status !== 200) throw new Error(`the signer signs nothing on ${chain}`);
    return z.object({ xpub: z.string() }).parse(JSON.parse(body)).xpub;
  }

  /** @throws SigningRefused */
  async sign(order: SigningOrder): Promise<SignedTransaction> {
    const { status, body } = await this.#ask('POST', '/sign', JSON.stringify(order));
    if (status === 200) return signed.parse(JSON.parse(body));
    const { refused } = refusal.parse(JSON.parse(body));
    if (status === 403) throw new SigningRefused(refused);
    throw new Error(`the signer failed: ${refused}`);
  }

  #ask(method: 'GET' | 'POST', path: string, body = ''): Promise<{ status: number; body: string }> {
    return new Promise((resolve, reject) => {
      const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) };
      const asking = httpRequest(
        { socketPath: this.#socketPath, method, path, headers, timeout: answerWithinMs },
        (answer) => {
          text(answer).then((read) => resolve({ status: answer.statusCode ?? 0, body: read }), reject);
        },
      );
      asking.on('timeout', () => asking.destroy(new Error('the signer does not answer')));
      asking.on('error', reject);
      asking.end(body);
    });
  }
}
