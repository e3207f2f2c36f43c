import { Code } from '@fft/contract';
import { Refusal } from '../../refusals/refusal.ts';
import type { Contact, Customers } from '../index.ts';

/** Where a customer who is logged in is reached. @throws Refusal 1001: a session may be remembered for a moment longer than its customer exists */
export async function contactOf(customers: Customers, customer: number): Promise<Contact> {
  const contact = await customers.contact(customer);
  if (contact === null) throw new Refusal(Code.sessionInvalid, 'sessionInvalid');
  return contact;
}

/** The bound address. @throws Refusal 402 */
export function boundEmail({ email }: Contact): string {
  if (email === null) throw new Refusal(Code.emailNotBound, 'emailNotBound');
  return email;
}

/** Codes that a customer asked for while logged in are good in his hands alone. */
export function boundToCustomer(customer: number): string {
  return `customer:${customer}`;
}
