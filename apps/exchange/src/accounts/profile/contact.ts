import { refuse } from '../refusals.ts';
import type { Contact, Customers } from '../customers.ts';

/** The contact data of a logged-in customer. @throws Refusal `sessionInvalid`: a cached session may outlive its customer for a moment */
export async function contactOf(customers: Customers, customer: number): Promise<Contact> {
  const contact = await customers.contact(customer);
  if (contact === null) throw refuse('sessionInvalid');
  return contact;
}

/** The bound address. @throws Refusal `emailNotBound` */
export function boundEmail({ email }: Contact): string {
  if (email === null) throw refuse('emailNotBound');
  return email;
}

/** Binds codes requested in a session to their customer. */
export function boundToCustomer(customer: number): string {
  return `customer:${customer}`;
}
