import { Buffer } from 'node:buffer';
import { request as httpRequest } from 'node:http';
import { text } from 'node:stream/consumers';
import type { KeyRef } from '@fft/chains';
import { isHex, type Hex } from 'viem';
import * as z from 'zod';

/** What the signer is asked to sign, and what for. */
export interface SigningOrder {
  readonly key: KeyRef;
  readonly transaction: Hex;
  readonly purpose: 'withdrawal' | 'sweep' | 'gas';
  readonly reference: number;
}

export interface SignedTransaction {
  readonly raw: Hex;
  readonly txid: Hex;
}

/** The signer looked at it and said no: it won't say anything else later. */
export class SigningRefused extends Error {
  override readonly name = 'SigningRefused';
}

const hex = z.string().refine((value): value is Hex => isHex(value));
const signed = z.object({ raw: hex, txid: hex });
const refusal = z.object({ refused: z.string() });
const answerWithinMs = 10_000;

/** The signer, behind its socket. */
export class SignerClient {
  readonly #socketPath: string;

  constructor(socketPath: string) {
    this.#socketPath = socketPath;
  }

  /** The extended public key that all addresses come from. */
  async xpub(): Promise<string> {
    const { body } = await this.#ask('GET', '/xpub');
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
