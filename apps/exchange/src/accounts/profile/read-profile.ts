import type { Lang, User, calls } from '@fft/contract';
import { refuse } from '../refusals.ts';
import type { Handler } from '../../transport/http/route.ts';
import type { Customers } from '../index.ts';

/** The customer's own view of their account. */
export function createReadProfile(customers: Customers): Handler<typeof calls.user.read> {
  return (_input, { customer, lang }) => readSelf(customers, customer.id, lang);
}

/** @throws Refusal `sessionInvalid`: a cached session may outlive its customer for a moment */
export async function readSelf(customers: Customers, customer: number, lang: Lang): Promise<User> {
  const user = await customers.read(customer, lang);
  if (user === null) throw refuse('sessionInvalid');
  return user;
}
