import type { Customer } from './context.ts';
import { networkOf } from './rate-limits.ts';

/** Where a try comes from: a device that the account knows, a session of it, or nobody who is known. */
export interface Origin {
  readonly ip: string;
  /** A device that has logged in to this very account before. */
  readonly device?: string | null;
  /** A device with an open session: not the same count, as sessions are stolen where device keys aren't. */
  readonly session?: string;
  /** A network from which this very account was entered before: not counted with what strangers share. */
  readonly isFamiliar?: boolean;
}

/** The origin of a call with a session: its device, so that a new session begins with the same counts. */
export function sessionOrigin({ ip, customer }: { readonly ip: string; readonly customer: Customer }): Origin {
  return { ip, session: customer.device ?? customer.sessionId };
}

/** What is known of who tries, as a key of counters; null for a stranger. */
export function knownAs({ device, session }: Origin): string | null {
  if (session !== undefined) return `session ${session}`;
  return device == null ? null : `device ${device}`;
}

/** Operators with a known device, customers with a known device or a session, operators at an unknown device, everybody else. */
export type Rank = 'operator' | 'known' | 'console' | 'stranger';

/** Who asks for a password to be hashed. */
export interface Asker {
  readonly rank: Rank;
  /** A network address, a device or a name: those of one rank take turns by it. */
  readonly from: string;
}

/** The place among those who wait for a password to be hashed. */
export function askerOf(origin: Origin): Asker {
  const known = knownAs(origin);
  return known === null ? { rank: 'stranger', from: networkOf(origin.ip) } : { rank: 'known', from: known };
}
