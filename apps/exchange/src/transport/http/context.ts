import type { Auth, Lang } from '@fft/contract';

/** Who calls: found by the token of the `access-token` header. */
export interface Customer {
  readonly id: number;
  readonly sessionId: string;
  /** The device that the session was opened with; none where it isn't known. */
  readonly device?: string | null;
}

/** Knows the open sessions. Answers at once where it remembers the token. */
export interface Authenticator {
  authenticate(token: string): Customer | null | Promise<Customer | null>;
}

type CustomerOf<A extends Auth> = {
  readonly none: null;
  readonly optional: Customer | null;
  readonly required: Customer;
}[A];

/** The cookies of one request and its answer. */
export interface Cookies {
  readonly sent: string;
  /** Adds a `set-cookie` header to the answer. */
  set(cookie: string): void;
}

/** What a handler knows of its caller, beside the input. */
export interface Context<A extends Auth = Auth> {
  readonly lang: Lang;
  readonly customer: CustomerOf<A>;
  /** The caller's address. */
  readonly ip: string;
  readonly userAgent: string;
  /** Over HTTP: the `cookie` header as it came, and how to set one. */
  readonly cookies?: Cookies | undefined;
  /** Names this request in the log. */
  readonly traceId: string;
  /** Where several calls come one after the other: to be called once this one has its place among all commands, so that the next may go on. */
  readonly submitted?: (() => void) | undefined;
}
