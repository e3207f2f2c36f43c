/** What other areas may know of this one: types alone. `exchange.ts` hands over the rest. */
export type { Contact, CustomerChanges, Customers } from './customers.ts';
export type { Logins } from './logins.ts';
export type { Account } from './account.ts';
export type { PayPassword } from './pay-password.ts';
export type { Sessions } from './sessions.ts';
export type { CustomerAge, CustomerDesk } from './customer-desk.ts';
