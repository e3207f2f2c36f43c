import { createHmac, createPrivateKey, sign } from 'node:crypto';
import type { Random } from '../../faults/random.ts';

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
  /** True for the WebSocket API: all parameters are in `query`, unencoded. */
  readonly isSocket: boolean;
}

export type Parameters = Readonly<Record<string, string>>;

export function signatureOf({ kind, secret }: FuzzKey, payload: string): string {
  return kind === 'hmac'
    ? createHmac('sha256', secret).update(payload).digest('hex')
    : sign(null, Buffer.from(payload), createPrivateKey(secret)).toString('base64');
}

/** The text that is signed: query and body without a separator; for the WebSocket API all parameters by name, with the key. */
export function payloadOf({ query, body, apiKey, isSocket }: Omit<SignedParts, 'signature'>): string {
  return isSocket ? [...query, `apiKey=${apiKey}`].toSorted(byName).join('&') : query.join('&') + body.join('&');
}

function byName(one: string, other: string): number {
  const [name = '', otherName = ''] = [one.split('=', 1)[0], other.split('=', 1)[0]];
  return name < otherName ? -1 : 1;
}

export interface PartsOptions {
  readonly random: Random;
  readonly key: FuzzKey;
  readonly parameters: Parameters;
  readonly time: number;
  readonly recvWindow: number | null;
  readonly form: 'query' | 'body' | 'socket';
}

/** Builds a sound request: its parameters in a random order, one of them partly percent-encoded, in the query, in the body or in both. */
export function soundParts({ random, key, parameters, time, recvWindow, form }: PartsOptions): SignedParts {
  const timestamp = random.oneIn(4) ? `${time}000` : String(time);
  const all = Object.entries({ ...parameters, timestamp, ...(recvWindow !== null && { recvWindow }) });
  const isSocket = form === 'socket';
  const encoded = random.below(all.length);
  const parts = all.map(([name, value], index) => {
    const isFree = name in parameters && index === encoded;
    if (isSocket) return `${name}=${value}`;
    return `${name}=${isFree ? partlyEncoded(String(value), random) : encodeURIComponent(value)}`;
  });
  shuffle(parts, random);
  const inBody = form === 'body' ? random.below(parts.length + 1) : 0;
  const [query, body] = [parts.slice(inBody), parts.slice(0, inBody)];
  const unsigned = { apiKey: key.id, query, body, isSocket };
  return { ...unsigned, signature: signatureOf(key, payloadOf(unsigned)) };
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

/** A request of the WebSocket API as it is sent. Whole numbers are numbers, as most clients send them. */
export function messageOf({ query, apiKey, signature }: SignedParts, method: string, id: number): string {
  const fields = query.map((part) => {
    const [name = ''] = part.split('=', 1);
    const value = part.slice(name.length + 1);
    const isNumber = String(Number(value)) === value && Number.isSafeInteger(Number(value));
    return `${JSON.stringify(name)}:${isNumber ? value : JSON.stringify(value)}`;
  });
  if (apiKey !== '') fields.push(`"apiKey":${JSON.stringify(apiKey)}`);
  if (signature !== null) fields.push(`"signature":${JSON.stringify(signature)}`);
  return `{"id":${id},"method":${JSON.stringify(method)},"params":{${fields.join(',')}}}`;
}

/** Query and body as they are sent: the signature ends the body, if there is one. */
export function textsOf({ query, body, signature }: SignedParts): { readonly query: string; readonly body: string } {
  if (signature === null) return { query: query.join('&'), body: body.join('&') };
  const signed = `signature=${encodeURIComponent(signature)}`;
  return body.length > 0
    ? { query: query.join('&'), body: [...body, signed].join('&') }
    : { query: [...query, signed].join('&'), body: '' };
}
