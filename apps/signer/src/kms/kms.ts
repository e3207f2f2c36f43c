import { Buffer } from 'node:buffer';
import { setTimeout as delay } from 'node:timers/promises';
import { AwsClient } from 'aws4fetch';
import * as z from 'zod';
import { KeysUnavailable } from '../key-ring.ts';

/** Failures of a KMS: rate limited, temporarily failing, key disabled or missing, access denied, or an unexpected response. */
export type KmsErrorKind = 'throttled' | 'failing' | 'disabled' | 'denied' | 'unknown';

export class KmsError extends KeysUnavailable {
  override readonly name = 'KmsError';
  readonly kind: KmsErrorKind;

  constructor(kind: KmsErrorKind, message: string, options?: ErrorOptions) {
    super(message, options);
    this.kind = kind;
  }
}

/** A key-management service. Keys are given by id, ARN or alias. Every method throws {@link KmsError}. */
export interface Kms {
  /** Returns SubjectPublicKeyInfo in DER. */
  publicKey(keyId: string): Promise<Uint8Array>;
  /** Signs a 32-byte digest; returns DER. */
  sign(keyId: string, digest: Uint8Array): Promise<Uint8Array>;
  encrypt(keyId: string, plain: Uint8Array): Promise<Uint8Array>;
  decrypt(keyId: string, sealed: Uint8Array): Promise<Uint8Array>;
}

export interface KmsRetryOptions {
  /** Timeout of one attempt. */
  readonly attemptMs: number;
  readonly attempts: number;
  /** Maximum pause before the second attempt; doubles for each further one. */
  readonly pauseMs: number;
}

/** All attempts fit into the exchange's ten-second timeout for the signer. */
const defaultRetry: KmsRetryOptions = { attemptMs: 2_500, attempts: 3, pauseMs: 200 };

/** By AWS error name. */
const kindByAwsError: Readonly<Record<string, KmsErrorKind>> = {
  ThrottlingException: 'throttled',
  LimitExceededException: 'throttled',
  KMSInternalException: 'failing',
  DependencyTimeoutException: 'failing',
  KeyUnavailableException: 'failing',
  ServiceUnavailableException: 'failing',
  DisabledException: 'disabled',
  KMSInvalidStateException: 'disabled',
  NotFoundException: 'disabled',
  InvalidKeyUsageException: 'disabled',
  AccessDeniedException: 'denied',
  UnrecognizedClientException: 'denied',
  InvalidSignatureException: 'denied',
  IncompleteSignatureException: 'denied',
  MissingAuthenticationTokenException: 'denied',
  ExpiredTokenException: 'denied',
};
const words: Readonly<Record<KmsErrorKind, string>> = {
  throttled: 'is throttling requests',
  failing: 'is not responding',
  disabled: 'does not allow this key to be used',
  denied: 'denies access',
  unknown: 'returned an unexpected response',
};
/** Errors that are retried. */
const isTransient = (kind: KmsErrorKind): boolean => kind === 'throttled' || kind === 'failing';

const refusal = z.object({
  __type: z.string().optional(),
  message: z.string().optional(),
  Message: z.string().optional(),
});
const bytes = z.base64().transform((text) => new Uint8Array(Buffer.from(text, 'base64')));
/** Encryption context of the seed: ciphertexts for other purposes cannot be decrypted. */
const encryptionContext = { purpose: 'custody-seed' };

/**
 * Connects to AWS KMS or a compatible service, given as `https://key:secret@kms.eu-west-1.amazonaws.com?region=eu-west-1`. Transient errors are retried
 * with exponential backoff and jitter; other errors are thrown immediately.
 */
export function openKms(address: string, patience: KmsRetryOptions = defaultRetry): Kms {
  const ask = createRequester(address, patience);

  async function read(act: string, field: string, input: Input): Promise<Uint8Array> {
    const answer = z.object({ [field]: bytes }).safeParse(await ask(act, input));
    const found = answer.data?.[field];
    if (!found) throw kmsErrorOf('unknown', act, `no ${field}`);
    return found;
  }

  return {
    publicKey: (KeyId) => read('GetPublicKey', 'PublicKey', { KeyId }),
    sign: (KeyId, digest) =>
      read('Sign', 'Signature', {
        KeyId,
        Message: base64(digest),
        MessageType: 'DIGEST',
        SigningAlgorithm: 'ECDSA_SHA_256',
      }),
    encrypt: (KeyId, plain) =>
      read('Encrypt', 'CiphertextBlob', { KeyId, Plaintext: base64(plain), EncryptionContext: encryptionContext }),
    decrypt: (KeyId, sealed) =>
      read('Decrypt', 'Plaintext', { KeyId, CiphertextBlob: base64(sealed), EncryptionContext: encryptionContext }),
  };
}

type Input = Readonly<Record<string, unknown>>;

function createRequester(
  address: string,
  { attemptMs, attempts, pauseMs }: KmsRetryOptions,
): (act: string, input: Input) => Promise<unknown> {
  const url = new URL(address);
  const client = new AwsClient({
    accessKeyId: decodeURIComponent(url.username),
    secretAccessKey: decodeURIComponent(url.password),
    region: url.searchParams.get('region') ?? 'us-east-1',
    service: 'kms',
  });

  async function answerTo(act: string, input: Input): Promise<{ status: number; body: string }> {
    try {
      const request = await client.sign(`${url.origin}/`, {
        method: 'POST',
        headers: { 'content-type': 'application/x-amz-json-1.1', 'x-amz-target': `TrentService.${act}` },
        body: JSON.stringify(input),
      });
      // The signal goes to `fetch` itself: `client.fetch` puts it into a Request of its own, with which it is collected as garbage before it fires.
      const response = await fetch(request, { signal: AbortSignal.timeout(attemptMs) });
      return { status: response.status, body: await response.text() };
    } catch (error) {
      throw kmsErrorOf('failing', act, 'no answer', { cause: error });
    }
  }

  async function askOnce(act: string, input: Input): Promise<unknown> {
    const { status, body } = await answerTo(act, input);
    if (status === 200) return jsonOf(body);
    const { __type = '', message, Message = '' } = refusal.safeParse(jsonOf(body)).data ?? {};
    const code = __type.slice(__type.lastIndexOf('#') + 1);
    throw kmsErrorOf(
      kindByAwsError[code] ?? kindOfStatus(status),
      act,
      `${code || status} ${message ?? Message}`.trim(),
    );
  }

  return async (act, input) => {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await askOnce(act, input);
      } catch (error) {
        const isOver = attempt >= attempts || !(error instanceof KmsError && isTransient(error.kind));
        if (isOver) throw error;
        await delay(Math.random() * pauseMs * 2 ** (attempt - 1));
      }
    }
  };
}

function kmsErrorOf(kind: KmsErrorKind, act: string, detail: string, options?: ErrorOptions): KmsError {
  return new KmsError(kind, `the KMS ${words[kind]} (${act}: ${detail})`, options);
}

function kindOfStatus(status: number): KmsErrorKind {
  if (status === 429) return 'throttled';
  return status >= 500 ? 'failing' : 'unknown';
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return null;
  }
}

function base64(plain: Uint8Array): string {
  return Buffer.from(plain).toString('base64');
}
