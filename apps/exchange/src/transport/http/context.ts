import type { Turn } from '../websocket/serial-queue.ts';
import type { Auth, KeyRight, Lang, SessionEnd } from '@fft/contract';

/** The caller, found by the token of the `access-token` header. */
export interface Customer {
  readonly id: number;
  readonly sessionId: string;
  /** The device that opened the session; none if unknown. */
  readonly device?: string | null;
  /** The `sessionMark` of the session's token. */
  readonly mark?: string;
  /** The API key that signed the call, instead of a session. */
  readonly key?: CallerKey;
  /** The time at which the session or the key ends by itself; null for a key without an end. */
  readonly ends?: number | null;
}

/** True once the customer's session or key has ended by itself: open sockets ask at each act. */
export function hasEnded({ ends = null }: Pick<Customer, 'ends'>, now: number): boolean {
  return ends !== null && now >= ends;
}

export interface CallerKey {
  readonly id: string;
  readonly rights: readonly KeyRight[];
}

/** Resolves tokens to open sessions. Answers synchronously for a cached token. */
export interface Authenticator {
  authenticate(token: string): Customer | null | Promise<Customer | null>;
  /** Why the token's session ended, where that is known. */
  whyEnded?(token: string): Promise<SessionEnd | null>;
}

type CustomerOf<A extends Auth> = {
  readonly none: null;
  readonly optional: Customer | null;
  readonly required: Customer;
}[A];

/** The cookies of one request and its response. */
export interface Cookies {
  readonly sent: string;
  /** Adds a `set-cookie` header to the response. */
  set(cookie: string): void;
}

/** The caller of a handler, beside its input. */
export interface Context<A extends Auth = Auth> {
  readonly lang: Lang;
  readonly customer: CustomerOf<A>;
  /** The caller's address. */
  readonly ip: string;
  readonly userAgent: string;
  /** HTTP only: the `cookie` header as received, and a way to set a cookie. */
  readonly cookies?: Cookies | undefined;
  /** Identifies this request in the log. */
  readonly traceId: string;
  /** For calls that run in sequence: the handler ends its turn once its command is in the engine's queue, so that the next call may start. */
  readonly turn?: Turn | undefined;
}
