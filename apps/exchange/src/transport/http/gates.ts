import type { User } from '@fft/contract';
import type { IdentityGate } from '../../config/settings.ts';
import { refuse } from '../refusals.ts';

/** Guards acts that need a bound e-mail address (402) or a verified identity (403). */
export interface Gates {
  /** @throws Refusal `emailNotBound` or `identityNotVerified` */
  require(act: IdentityGate, customer: number): Promise<void>;
  /** Returns true if the customer is cached as allowed, so that no lookup is needed. */
  isKnownToPass(act: IdentityGate, customer: number): boolean;
  /** Drops the cached result of a customer, or of all, before their next act. */
  forget(customer?: number): void;
}

export interface GatesOptions {
  /** Acts that need a verified identity. */
  readonly identityRequiredFor: readonly IdentityGate[];
  readonly readUser: (customer: number) => Promise<User | null>;
}

/** Caches customers who passed: a bound address is only ever replaced, and `forget` runs when a verified identity is revoked. */
export function createGates({ identityRequiredFor, readUser }: GatesOptions): Gates {
  let forgotten = 0;
  const passed = new Map<IdentityGate, Set<number>>();
  const isKnownToPass = (act: IdentityGate, customer: number): boolean => passed.get(act)?.has(customer) === true;
  return {
    isKnownToPass,
    forget: (customer) => {
      forgotten += 1;
      if (customer === undefined) passed.clear();
      else for (const customers of passed.values()) customers.delete(customer);
    },
    require: async (act, customer) => {
      if (isKnownToPass(act, customer)) return;
      const before = forgotten;
      const user = await readUser(customer);
      if (user?.email == null) throw refuse('emailNotBound');
      if (identityRequiredFor.includes(act) && user.identity.state !== 'passed') {
        throw refuse('identityNotVerified');
      }
      // The read may be older than a revocation that happened since.
      if (forgotten !== before) return;
      const customers = passed.get(act) ?? new Set<number>();
      passed.set(act, customers.add(customer));
    },
  };
}
