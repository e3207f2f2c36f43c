import { Buffer } from 'node:buffer';
import { setTimeout as delay } from 'node:timers/promises';
import { AwsClient } from 'aws4fetch';
import * as z from 'zod';
import { KeysUnavailable } from '../key-ring.ts';

/** Why a key-management service didn't do what it was asked: asked too often; can't now; this key is switched off or gone; this caller may not; or it answers what isn't understood. */
export type KmsTrouble = 'throttled' | 'failing' | 'disabled' | 'denied' | 'unknown';

export class KmsError extends KeysUnavailable {
  override readonly name = 'KmsError';
  readonly trouble: KmsTrouble;

  constructor(trouble: KmsTrouble, message: string, options?: ErrorOptions) {
    super(message, options);
    this.trouble = trouble;
  }
}

/** What is asked of a key-management service. Keys are named as it names them: by id, ARN or alias. Every method throws {@link KmsError}. */
export interface Kms {
  /** In DER, as certificates have it. */
  publicKey(keyId: string): Promise<Uint8Array>;
  /** Signs a digest of 32 bytes; answers DER. */
  sign(keyId: string, digest: Uint8Array): Promise<Uint8Array>;
  encrypt(keyId: string, plain: Uint8Array): Promise<Uint8Array>;
  decrypt(keyId: string, sealed: Uint8Array): Promise<Uint8Array>;
}

export interface KmsPatience {
  /** One request may take so long. */
  readonly attemptMs: number;
  readonly attempts: number;
  /** Before the second attempt at most, and twice as long before each that follows. */
  readonly pauseMs: number;
}

/** All attempts together stay below the ten seconds that the exchange waits for the signer. */
const standardPatience: KmsPatience = { attemptMs: 2_500, attempts: 3, pauseMs: 200 };

/** By the names that AWS gives its refusals. */
const troubles: Readonly<Record<string, KmsTrouble>> = {
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
const words: Readonly<Record<KmsTrouble, string>> = {
  throttled: 'is asked too often',
  failing: 'does not answer',
  disabled: 'does not let this key be used',
  denied: 'does not let the signer in',
  unknown: 'answers what is not understood',
};
/** These pass by themselves. */
const isPassing = (trouble: KmsTrouble): boolean => trouble === 'throttled' || trouble === 'failing';

const refusal = z.object({
  __type: z.string().optional(),
  message: z.string().optional(),
  Message: z.string().optional(),
});
const bytes = z.base64().transform((text) => new Uint8Array(Buffer.from(text, 'base64')));
/** Goes with every sealed text: what was sealed for something else doesn't open. */
const sealedFor = { purpose: 'custody-seed' };

/**
 * Speaks to AWS KMS, or what answers like it, told by `https://key:secret@kms.eu-west-1.amazonaws.com?region=eu-west-1`. What passes by itself is asked again, with growing pauses of
 * chance length; the rest is said at once.
 */
export function openKms(address: string, patience: KmsPatience = standardPatience): Kms {
  const ask = askerOf(address, patience);

  async function read(act: string, field: string, input: Input): Promise<Uint8Array> {
    const answer = z.object({ [field]: bytes }).safeParse(await ask(act, input));
    const found = answer.data?.[field];
    if (!found) throw troubleOf('unknown', act, `no ${field}`);
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
      read('Encrypt', 'CiphertextBlob', { KeyId, Plaintext: base64(plain), EncryptionContext: sealedFor }),
    decrypt: (KeyId, sealed) =>
      read('Decrypt', 'Plaintext', { KeyId, CiphertextBlob: base64(sealed), EncryptionContext: sealedFor }),
  };
}

type Input = Readonly<Record<string, unknown>>;

function askerOf(
  address: string,
  { attemptMs, attempts, pauseMs }: KmsPatience,
): (act: string, input: Input) => Promise<unknown> {
  const url = new URL(address);
  const client = new AwsClient({
    accessKeyId: decodeURIComponent(url.username),
    secretAccessKey: decodeURIComponent(url.password),
    region: url.searchParams.get('region') ?? 'us-east-1',
    service: 'kms',
    retries: 0,
  });

  async function answerTo(act: string, input: Input): Promise<{ status: number; body: string }> {
    try {
      const response = await client.fetch(`${url.origin}/`, {
        method: 'POST',
        headers: { 'content-type': 'application/x-amz-json-1.1', 'x-amz-target': `TrentService.${act}` },
        body: JSON.stringify(input),
        signal: AbortSignal.timeout(attemptMs),
      });
      return { status: response.status, body: await response.text() };
    } catch (error) {
      throw troubleOf('failing', act, 'no answer', { cause: error });
    }
  }

  async function askOnce(act: string, input: Input): Promise<unknown> {
    const { status, body } = await answerTo(act, input);
    if (status === 200) return jsonOf(body);
    const { __type = '', message, Message = '' } = refusal.safeParse(jsonOf(body)).data ?? {};
    const code = __type.slice(__type.lastIndexOf('#') + 1);
    throw troubleOf(troubles[code] ?? troubleOfStatus(status), act, `${code || status} ${message ?? Message}`.trim());
  }

  return async (act, input) => {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await askOnce(act, input);
      } catch (error) {
        const isOver = attempt >= attempts || !(error instanceof KmsError && isPassing(error.trouble));
        if (isOver) throw error;
        await delay(Math.random() * pauseMs * 2 ** (attempt - 1));
      }
    }
  };
}

function troubleOf(trouble: KmsTrouble, act: string, detail: string, options?: ErrorOptions): KmsError {
  return new KmsError(trouble, `the KMS ${words[trouble]} (${act}: ${detail})`, options);
}

function troubleOfStatus(status: number): KmsTrouble {
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
