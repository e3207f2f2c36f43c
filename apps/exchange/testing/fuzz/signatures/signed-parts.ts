import { createHmac, createPrivateKey, sign } from 'node:crypto';
import type { Random } from '../random.ts';

/** What a program signs with. */
export interface FuzzKey {
  readonly id: string;
  readonly kind: 'hmac' | 'ed25519';
  /** The HMAC secret, or the private key in PEM. */
  readonly secret: string;
}

/** A signed request in pieces: each part is `name=value` as it is sent. */
export interface SignedParts {
  readonly apiKey: string;
  readonly query: readonly string[];
  readonly body: readonly string[];
  /** Hexadecimal or base64; null: none is sent. */
  readonly signature: string | null;
}

export type Parameters = Readonly<Record<string, string>>;

export function signatureOf({ kind, secret }: FuzzKey, payload: string): string {
  return kind === 'hmac'
    ? createHmac('sha256', secret).update(payload).digest('hex')
    : sign(null, Buffer.from(payload), createPrivateKey(secret)).toString('base64');
}

/** The text that is signed: query and body without a separator. */
export function payloadOf({ query, body }: Pick<SignedParts, 'query' | 'body'>): string {
  return query.join('&') + body.join('&');
}

export interface PartsOptions {
  readonly random: Random;
  readonly key: FuzzKey;
  readonly parameters: Parameters;
  readonly time: number;
  readonly recvWindow: number | null;
  readonly hasBody: boolean;
}

/** Builds a sound request: its parameters in a random order, one of them partly percent-encoded, in the query, in the body or in both. */
export function soundParts({ random, key, parameters, time, recvWindow, hasBody }: PartsOptions): SignedParts {
  const timestamp = random.oneIn(4) ? `${time}000` : String(time);
  const all = Object.entries({ ...parameters, timestamp, ...(recvWindow !== null && { recvWindow }) });
  const encoded = random.below(all.length);
  const parts = all.map(([name, value], index) => {
    const isFree = name in parameters && index === encoded;
    return `${name}=${isFree ? partlyEncoded(String(value), random) : encodeURIComponent(value)}`;
  });
  shuffle(parts, random);
  const inBody = hasBody ? random.below(parts.length + 1) : 0;
  const [query, body] = [parts.slice(inBody), parts.slice(0, inBody)];
  return { apiKey: key.id, query, body, signature: signatureOf(key, payloadOf({ query, body })) };
}

function partlyEncoded(value: string, random: Random): string {
  const at = random.below(value.length);
  const hex = value.charCodeAt(at).toString(16).toUpperCase();
  return `${encodeURIComponent(value.slice(0, at))}%${hex}${encodeURIComponent(value.slice(at + 1))}`;
}

function shuffle(parts: string[], random: Random): void {
  for (let index = parts.length - 1; index > 0; index--) {
    const other = random.below(index + 1);
    [parts[index], parts[other]] = [parts[other] ?? '', parts[index] ?? ''];
  }
}

/** Query and body as they are sent: the signature ends the body, if there is one. */
export function textsOf({ query, body, signature }: SignedParts): { readonly query: string; readonly body: string } {
  if (signature === null) return { query: query.join('&'), body: body.join('&') };
  const signed = `signature=${encodeURIComponent(signature)}`;
  return body.length > 0
    ? { query: query.join('&'), body: [...body, signed].join('&') }
    : { query: [...query, signed].join('&'), body: '' };
}
