import type { KeyRight } from '@fft/contract';
import type { Refusal } from '../../refusals/refusal.ts';
import { refuse } from '../refusals.ts';
import type { Customer } from './context.ts';

/** A request that an API key signed, exactly as received: nothing decoded, nothing encoded again. */
export interface SignedRequest {
  readonly apiKey: string;
  /** The query as sent, without `?`; parameters of a socket in the order in which they are signed. */
  readonly rawQuery: string;
  readonly rawBody: string;
  /** Milliseconds since the epoch. */
  readonly now: number;
  /** The caller's network address. */
  readonly address: string;
}

/** Reasons in order of precedence: a caller without the secret learns only that the key exists. */
export type KeyRefusal =
  | 'keyMalformed'
  | 'parameterRepeated'
  | 'signatureMissing'
  | 'timestampMissing'
  | 'recvWindowInvalid'
  | 'timestampOutside'
  | 'keyUnknown'
  | 'signatureWrong'
  | 'keyExpired'
  | 'addressNotAllowed';

export type KeyVerdict =
  | {
      readonly ok: true;
      readonly customer: Customer;
      readonly rights: readonly KeyRight[];
      /** The key's id. */
      readonly key: string;
    }
  | { readonly ok: false; readonly reason: KeyRefusal };

/** Verifies requests that API keys signed. Answers synchronously for a cached key. */
export interface KeyVerifier {
  verifySignedRequest(request: SignedRequest): KeyVerdict | Promise<KeyVerdict>;
  /** True for a key that this process has in memory: strangers' guesses are not among them, and it needs no look-up that a stranger could cause. */
  knows(key: string): boolean;
  /** The customer of a key that was used before, while it may be used from this address; for open sockets. */
  current(key: string, address: string): Customer | null | Promise<Customer | null>;
  readonly now: () => number;
}

/** The refusal that the native API answers. Holders of a wrong secret get the same for every key. */
export function refusalOfKey(reason: KeyRefusal, now: number): Refusal {
  switch (reason) {
    case 'keyMalformed':
    case 'keyUnknown':
      return refuse('apiKeyUnknown');
    case 'keyExpired':
      return refuse('apiKeyExpired');
    case 'addressNotAllowed':
      return refuse('apiKeyAddress');
    case 'parameterRepeated':
      return refuse('signedParameterRepeated');
    case 'signatureMissing':
      return refuse('signatureMissing');
    case 'signatureWrong':
      return refuse('signatureWrong');
    case 'timestampMissing':
      return refuse('timestampMissing', { data: { time: now } });
    case 'recvWindowInvalid':
      return refuse('recvWindowInvalid', { data: { time: now } });
    case 'timestampOutside':
      return refuse('timestampOutside', { data: { time: now } });
  }
}

/** The identity of a key's calls where a person's calls have a session. */
export function sessionOfKey(key: string): string {
  return `${keyPrefix}${key}`;
}

/** The key of such an identity; null for a session. */
export function keyOfSession(sessionId: string): string | null {
  return sessionId.startsWith(keyPrefix) ? sessionId.slice(keyPrefix.length) : null;
}

const keyPrefix = 'key:';
