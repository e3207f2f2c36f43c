import type { Customer } from '../../transport/http/context.ts';

export interface Remembered {
  readonly customer: Customer;
  readonly until: number;
  /** Time at which the session itself ends. */
  readonly expires: number;
}

/** A bounded cache of sessions by token. */
export interface SessionMemory {
  find(token: string): Remembered | null;
  /** Also finds what was valid until recently, at most `ms` ago. */
  findLately(token: string, ms: number): Remembered | null;
  remember(token: string, remembered: Remembered): void;
  forget(sessionIds: ReadonlySet<string>): void;
  forgetToken(token: string): void;
}

export function createSessionMemory(maxSize: number, now: () => number): SessionMemory {
  const byToken = new Map<string, Remembered>();
  function findLately(token: string, ms: number): Remembered | null {
    const known = byToken.get(token);
    return known !== undefined && now() < Math.min(known.until + ms, known.expires) ? known : null;
  }
  return {
    find: (token) => findLately(token, 0),
    findLately,
    remember: (token, remembered) => {
      if (byToken.size >= maxSize) forgetOldest(byToken);
      // Deleting first keeps the map in insertion order.
      byToken.delete(token);
      byToken.set(token, remembered);
    },
    forget: (sessionIds) => {
      for (const [token, { customer }] of byToken) {
        if (sessionIds.has(customer.sessionId)) byToken.delete(token);
      }
    },
    forgetToken: (token) => {
      byToken.delete(token);
    },
  };
}

/** Evicts a tenth at a time, so that a full cache isn't walked on every call. */
function forgetOldest(byToken: Map<string, Remembered>): void {
  let left = Math.ceil(byToken.size / 10);
  for (const token of byToken.keys()) {
    if (left-- <= 0) return;
    byToken.delete(token);
  }
}
