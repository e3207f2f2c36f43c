import type { KeyRight } from '@fft/contract';
import type { Customer } from '../transport/http/context.ts';
import type { KeyVerdict, KeyVerifier } from '../transport/http/signed-request.ts';
import { keyError, permissionError } from './errors.ts';

export interface SignedParts {
  readonly apiKey: string;
  /** As received; parameters of a socket in the order in which they are signed. */
  readonly rawQuery: string;
  readonly rawBody: string;
  readonly address: string;
}

/** Finds the customer whose key signed a request; synchronously for a key in memory. @throws ApiError if the key lacks the right */
export function authenticate(keys: KeyVerifier, parts: SignedParts, right: KeyRight): Customer | Promise<Customer> {
  const verdict = keys.verifySignedRequest({ ...parts, now: keys.now() });
  return verdict instanceof Promise ? verdict.then((found) => customerOf(found, right)) : customerOf(verdict, right);
}

function customerOf(verdict: KeyVerdict, right: KeyRight): Customer {
  if (!verdict.ok) throw keyError(verdict.reason);
  return permitted(verdict.customer, right);
}

/** @throws ApiError if the customer's key lacks the right */
export function permitted(customer: Customer, right: KeyRight): Customer {
  if (customer.key?.rights.includes(right) !== true) throw permissionError();
  return customer;
}
