import type { Customer } from './context.ts';
import { networkOf } from '../../platform/limits/network-of.ts';

/** The origin of an attempt: a device that the account knows, one of its sessions, or a stranger. */
export interface Origin {
  readonly ip: string;
  /** A device that has signed in to this account before. */
  readonly device?: string | null;
  /** A device with an open session, counted apart: sessions get stolen where device keys do not. */
  readonly session?: string;
  /** A network from which this account was entered before; counted apart from strangers. */
  readonly isFamiliar?: boolean;
}

/** The origin of a call with a session: its device, so that a new session continues the same counts. */
export function sessionOrigin({ ip, customer }: { readonly ip: string; readonly customer: Customer }): Origin {
  return { ip, session: customer.device ?? customer.sessionId };
}

/** The known device or session of an origin, as a key of counters; null for a stranger. */
export function knownAs({ device, session }: Origin): string | null {
  if (session !== undefined) return `session ${session}`;
  return device == null ? null : `device ${device}`;
}

/** Operators with a known device, customers with a known device or a session, operators at an unknown device, all others. */
export type Rank = 'operator' | 'known' | 'console' | 'stranger';

/** The requester of a password hash. */
export interface HashRequester {
  readonly rank: Rank;
  /** A network address, a device or a name: requesters of one rank take turns by it. */
  readonly from: string;
}

/** The requester's rank in the queue for password hashing. */
export function hashRequesterOf(origin: Origin): HashRequester {
  const known = knownAs(origin);
  return known === null ? { rank: 'stranger', from: networkOf(origin.ip) } : { rank: 'known', from: known };
}
