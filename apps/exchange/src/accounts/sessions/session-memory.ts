import type { Customer } from '../../transport/http/context.ts';

export interface Remembered {
  readonly customer: Customer;
  readonly until: number;
}

/** Sessions by token that were looked up a moment ago, and no more of them than there is room for. */
export interface SessionMemory {
  find(token: string): Remembered | null;
  /** Believed in before `until`. */
  remember(token: string, customer: Customer, until: number): void;
  forget(sessionIds: ReadonlySet<string>): void;
  forgetToken(token: string): void;
}

export function createSessionMemory(sizeMax: number, now: () => number): SessionMemory {
  const byToken = new Map<string, Remembered>();
  return {
    find: (token) => {
      const known = byToken.get(token);
      return known !== undefined && now() < known.until ? known : null;
    },
    remember: (token, customer, until) => {
      if (byToken.size >= sizeMax) forgetOldest(byToken);
      // Deleting first keeps the map in the order of remembering.
      byToken.delete(token);
      byToken.set(token, { customer, until });
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

/** A tenth at once, so that a full memory isn't walked at every call. */
function forgetOldest(byToken: Map<string, Remembered>): void {
  let left = Math.ceil(byToken.size / 10);
  for (const token of byToken.keys()) {
    if (left-- <= 0) return;
    byToken.delete(token);
  }
}
