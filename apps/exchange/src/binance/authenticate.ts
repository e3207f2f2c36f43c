import type { KeyRight } from '@fft/contract';
import type { Customer } from '../transport/http/context.ts';
import type { KeyVerdict, KeyVerifier } from '../transport/http/signed-request.ts';
import { keyError, permissionError } from './errors.ts';
import type { DoorLimits } from './limits.ts';

export interface SignedParts {
  readonly apiKey: string;
  /** As received; parameters of a socket in the order in which they are signed. */
  readonly rawQuery: string;
  readonly rawBody: string;
  readonly address: string;
}

/** What proves the callers of signed requests. */
export interface Judges {
  readonly keys: KeyVerifier;
  readonly limits: Pick<DoorLimits, 'charge' | 'chargeUnproven'>;
}

/**
 * Finds the customer whose key signed a request; synchronously for a key in memory. Who proves nothing pays by address, before the database is asked; the
 * owner of the named key pays nothing, and is refused nothing while this process knows the key.
 * @throws ApiError if nothing is proven, or the key lacks the right
 */
export function authenticate(
  { keys, limits }: Judges,
  parts: SignedParts,
  right: KeyRight,
): Customer | Promise<Customer> {
  const isKnown = keys.knows(parts.apiKey);
  if (!isKnown) limits.chargeUnproven(parts.address);
  const judge = (verdict: KeyVerdict): Customer => {
    if (verdict.ok) {
      if (!has(verdict.customer, right)) limits.charge({ customer: verdict.customer, ip: parts.address }, 1);
      return permitted(verdict.customer, right);
    }
    if (isKnown) limits.chargeUnproven(parts.address);
    throw keyError(verdict.reason);
  };
  const verdict = keys.verifySignedRequest({ ...parts, now: keys.now() });
  return verdict instanceof Promise ? verdict.then(judge) : judge(verdict);
}

/** @throws ApiError if the customer's key lacks the right */
export function permitted(customer: Customer, right: KeyRight): Customer {
  if (!has(customer, right)) throw permissionError();
  return customer;
}

function has({ key }: Customer, right: KeyRight): boolean {
  return key?.rights.includes(right) === true;
}
