/** What other areas may know of this one: types alone. `exchange.ts` hands over the rest. */
export type { Guess } from './codes.ts';
export type { Contact, CustomerChanges, Customers } from './customers.ts';
export type { Logins } from './logins.ts';
export type { Account } from './account.ts';
export type { PayPassword } from './pay-password.ts';
export type { Sessions } from './sessions.ts';
export type { CustomerDesk, Factor } from './customer-desk.ts';
export type { DeviceKeys } from './device-keys.ts';
export type { FactorGuard } from './factor-guard.ts';
export type { LoginGuard } from './login-guard.ts';
export type { Passwords } from './passwords.ts';
