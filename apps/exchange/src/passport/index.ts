/** What other areas may know of this one: types alone. `exchange.ts` hands over the rest. */
export type { ChangePassword } from './change-password.ts';
export type { CodeFor, Codes } from './codes.ts';
export type { ConfirmPassword } from './confirm-password.ts';
export type { Contact, CustomerChanges, Customers } from './customers.ts';
export type { HoldReason, Holds } from './holds.ts';
export type { Logins } from './logins.ts';
export type { Notify } from './notices.ts';
export type { Account } from './account.ts';
export type { PayPassword } from './pay-password.ts';
export type { SecondFactor } from './second-factor.ts';
export type { CodeOrder, CodeSender } from './send-code.ts';
export type { Sessions } from './sessions.ts';
