import { createHmac, generateKeyPairSync } from 'node:crypto';
import { createClient, ed25519Key, hmacKey, type Client, type SigningKey } from '@fft/client';
import { calls, type ApiKey } from '@fft/contract';
import type { TestExchange } from './test-exchange.ts';
import { newestCode } from './newest-code.ts';

export interface WantedKey {
  readonly rights: string;
  readonly addresses?: string;
  readonly expires?: number;
  readonly payPassword?: string;
  readonly kind?: 'hmac' | 'ed25519';
}

/** A key of a test, and a client that signs with it. */
export interface TestKey extends Client {
  readonly key: ApiKey;
  /** Empty for Ed25519. */
  readonly secret: string;
  /** In PEM; empty for HMAC. */
  readonly privateKey: string;
  readonly signing: SigningKey;
}

/** E-mail and password of `TestExchange.register`. */
export const emailOf = (name: string): string => `${name}@test.example`;
export const passwordOf = (name: string): string => `the password of ${name}`;

/** Requests a code for a new key and reads it from the mailbox. */
export async function keyCode(exchange: Pick<TestExchange, 'anonymous'>, customer: Client, name: string) {
  const { flow } = await customer.call(calls.user.sendCode, { type: 'apiKey' });
  const mails = await exchange.anonymous.call(calls.demo.mailbox, { to: emailOf(name) });
  return { code: newestCode(mails), flow };
}

/** Creates a key as its owner does. */
export async function createTestKey(
  exchange: Pick<TestExchange, 'url' | 'anonymous'>,
  { customer, name }: { readonly customer: Client; readonly name: string },
  { kind = 'hmac', ...wanted }: WantedKey,
): Promise<TestKey> {
  const pair = kind === 'ed25519' ? generateKeyPairSync('ed25519') : null;
  const { key, secret } = await customer.call(calls.keys.create, {
    ...wanted,
    ...(pair && { publicKey: pair.publicKey.export({ format: 'pem', type: 'spki' }) }),
    name: `${kind} ${wanted.rights}`,
    password: passwordOf(name),
    ...(await keyCode(exchange, customer, name)),
  });
  const privateKey = pair?.privateKey.export({ format: 'pem', type: 'pkcs8' }).toString() ?? '';
  const signing = pair ? ed25519Key(key.id, privateKey) : hmacKey(key.id, secret ?? '');
  return {
    key,
    secret: secret ?? '',
    privateKey,
    signing,
    call: createClient({ baseUrl: exchange.url, key: signing }).call,
  };
}

export interface RawRequest {
  readonly method?: 'GET' | 'POST';
  readonly path: string;
  /** Sent exactly so. */
  readonly query?: string;
  readonly body?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface RawAnswer {
  readonly status: number;
  readonly code: number;
  readonly message: string;
  readonly data: unknown;
  readonly headers: Headers;
}

/** Sends a request as it is, with the key's header. */
export async function sendRaw(url: string, apiKey: string, request: RawRequest): Promise<RawAnswer> {
  const { path, query = '', body, method = body === undefined ? 'GET' : 'POST', headers = {} } = request;
  const response = await fetch(`${url}${path}${query === '' ? '' : `?${query}`}`, {
    method,
    headers: {
      'x-api-key': apiKey,
      ...(body !== undefined && { 'content-type': 'application/x-www-form-urlencoded' }),
      ...headers,
    },
    ...(body !== undefined && { body }),
  });
  const answer = (await response.json()) as { code: number; message: string; data: unknown };
  return { status: response.status, headers: response.headers, ...answer };
}

/** Appends time and signature to a text, as any client of this API does. */
export function signText(secret: string, text: string, time = Date.now()): string {
  const payload = `${text}${text === '' ? '' : '&'}timestamp=${time}`;
  return `${payload}&signature=${createHmac('sha256', secret).update(payload).digest('hex')}`;
}
