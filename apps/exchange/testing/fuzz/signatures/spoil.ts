import { createHmac } from 'node:crypto';
import type { Random } from '../../faults/random.ts';
import { payloadOf, signatureOf, type FuzzKey, type SignedParts } from './signed-parts.ts';

export interface SpoilTools {
  readonly random: Random;
  readonly key: FuzzKey;
  /** A key of another customer. */
  readonly strange: FuzzKey;
}

/** Semaphore a sound request into one that no server may accept. */
export type Spoil = (parts: SignedParts, tools: SpoilTools) => SignedParts;

const hexDigits = '0123456789abcdef';
const base64Digits = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
/** The order of Ed25519's group: a signature's second half plus it is the same number in another form. */
const groupOrder = 2n ** 252n + 27742317777372353535851937790883648493n;

/** Signs the same text otherwise. */
function signed(sign: (tools: SpoilTools, payload: string) => string): Spoil {
  return (parts, tools) => ({ ...parts, signature: sign(tools, payloadOf(parts)) });
}

function otherCharacter(parts: SignedParts, { random, key }: SpoilTools): SignedParts {
  const signature = parts.signature ?? '';
  const at = random.below(signature.replace(/=+$/, '').length);
  const digits = key.kind === 'hmac' ? hexDigits : base64Digits;
  const others = digits.replace(signature[at] ?? '', '');
  const other = others[random.below(others.length)] ?? '';
  return { ...parts, signature: signature.slice(0, at) + other + signature.slice(at + 1) };
}

/** The same Ed25519 signature in a form that only a careless verifier accepts; a wrong one for HMAC. */
function malleated(parts: SignedParts, tools: SpoilTools): SignedParts {
  if (tools.key.kind === 'hmac') return otherCharacter(parts, tools);
  const bytes = Buffer.from(parts.signature ?? '', 'base64');
  const scalar = BigInt(`0x${littleEndian(bytes.subarray(32)).toString('hex')}`) + groupOrder;
  const other = littleEndian(Buffer.from(scalar.toString(16).padStart(64, '0'), 'hex'));
  return { ...parts, signature: Buffer.concat([bytes.subarray(0, 32), other]).toString('base64') };
}

function littleEndian(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes.toReversed());
}

/** Applies a change to one part of query or body. */
export function withPart(change: (part: string, tools: SpoilTools) => string): Spoil {
  return (parts, tools) => {
    const where = placeOf(parts, tools.random);
    const at = tools.random.below(parts[where].length);
    return { ...parts, [where]: parts[where].map((part, index) => (index === at ? change(part, tools) : part)) };
  };
}

function placeOf({ query, body }: SignedParts, random: Random): 'query' | 'body' {
  if (query.length === 0) return 'body';
  return body.length === 0 || random.oneIn(2) ? 'query' : 'body';
}

function withoutPart(parts: SignedParts, { random }: SpoilTools): SignedParts {
  const where = placeOf(parts, random);
  const at = random.below(parts[where].length);
  return { ...parts, [where]: parts[where].filter((_, index) => index !== at) };
}

/** Swaps two parts, within query or body or between them. */
function reordered(parts: SignedParts, { random }: SpoilTools): SignedParts {
  const all = [...parts.query, ...parts.body];
  const one = random.below(all.length);
  const other = (one + 1 + random.below(all.length - 1)) % all.length;
  [all[one], all[other]] = [all[other] ?? '', all[one] ?? ''];
  return { ...parts, query: all.slice(0, parts.query.length), body: all.slice(parts.query.length) };
}

/** Decodes an escape if there is one, or encodes a character. */
const otherwiseEncoded: Spoil = withPart((part, { random }) => {
  const decoded = part.replace(/%([0-9A-F]{2})/, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  if (decoded !== part && random.oneIn(2)) return decoded;
  if (decoded !== part) return part.replace(/%[0-9A-F]{2}/, (escape) => `%25${escape.slice(1)}`);
  const at = random.below(part.length);
  return `${part.slice(0, at)}%${part.charCodeAt(at).toString(16)}${part.slice(at + 1)}`;
});

/** Changes the case of one letter. */
const recased: Spoil = withPart((part, { random }) => {
  const letters = [...part.matchAll(/[a-z]/gi)].map(({ index }) => index);
  const at = random.pickOr(letters, 0);
  const letter = part[at] ?? '';
  const other = letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase();
  return part.slice(0, at) + other + part.slice(at + 1);
});

export function repeated(parts: SignedParts, { random }: SpoilTools): SignedParts {
  const where = placeOf(parts, random);
  return { ...parts, [where]: [...parts[where], random.pickOr(parts[where], '')] };
}

/** The ways in which a request is spoiled, by kind. */
export const spoils: Readonly<Record<string, readonly Spoil[]>> = {
  wrong: [
    otherCharacter,
    signed((tools, payload) => signatureOf(tools.strange, payload)),
    signed((tools, payload) => signatureOf(tools.key, `${payload}&`)),
    signed(({ key }, payload) => createHmac('sha256', key.id).update(payload).digest('hex')),
    signed(({ key }, payload) => createHmac('sha512', key.secret).update(payload).digest('hex').slice(0, 64)),
    malleated,
    (parts) => ({ ...parts, signature: null }),
    (parts) => ({ ...parts, signature: '' }),
    (parts, { strange }) => ({ ...parts, apiKey: strange.id }),
  ],
  reordered: [reordered],
  encoded: [otherwiseEncoded],
  truncated: [
    (parts, { random }) => ({ ...parts, signature: (parts.signature ?? '').slice(0, -1 - random.below(40)) }),
    (parts, { random }) => ({ ...parts, apiKey: parts.apiKey.slice(0, -1 - random.below(60)) }),
    withPart((part) => part.slice(0, -1)),
    withoutPart,
  ],
  recased: [recased, (parts) => ({ ...parts, apiKey: parts.apiKey.toUpperCase() })],
  changed: [
    withPart((part, { random }) => part + random.pick(['0', ' ', '%00', '=', '漢'])),
    withPart((part) => part.replace('=', '==')),
    (parts) => ({ ...parts, query: ['x=1', ...parts.query] }),
    repeated,
  ],
  oversized: [
    (parts, { random }) => ({ ...parts, signature: (parts.signature ?? '').repeat(2 + random.below(120)) }),
    (parts, { random }) => ({ ...parts, apiKey: parts.apiKey.repeat(2 + random.below(100)) }),
    withPart((part, { random }) => part + 'a'.repeat(1 + random.below(15_000))),
  ],
};
