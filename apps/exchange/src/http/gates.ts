import { Code, type User } from '@fft/contract';
import type { IdentityGate } from '../settings.ts';
import { Refusal } from './refusal.ts';

/** Says who may do what: some acts need a bound e-mail address (402) and a verified identity (403). */
export interface Gates {
  /** @throws Refusal 402 or 403 */
  require(act: IdentityGate, customer: number): Promise<void>;
  /** Whether it is known that the customer may: nobody has to be asked then. */
  isKnownToPass(act: IdentityGate, customer: number): boolean;
}

export interface GatesOptions {
  /** Acts that need a verified identity. */
  readonly identityRequiredFor: readonly IdentityGate[];
  readonly readUser: (customer: number) => Promise<User | null>;
}

/** Those who pass once aren't asked for again: a bound address is only ever replaced, a passed identity stays passed. */
export function createGates({ identityRequiredFor, readUser }: GatesOptions): Gates {
  const passed = new Map<IdentityGate, Set<number>>();
  const isKnownToPass = (act: IdentityGate, customer: number): boolean => passed.get(act)?.has(customer) === true;
  return {
    isKnownToPass,
    require: async (act, customer) => {
      if (isKnownToPass(act, customer)) return;
      const user = await readUser(customer);
      if (user?.email == null) throw new Refusal(Code.emailNotBound, 'emailNotBound');
      if (identityRequiredFor.includes(act) && user.identity.state !== 'passed') {
        throw new Refusal(Code.identityNotVerified, 'identityNotVerified');
      }
      const customers = passed.get(act) ?? new Set<number>();
      passed.set(act, customers.add(customer));
    },
  };
}
