/** Types for other modules; `app.ts` passes everything else. */
export type { Guess } from './codes/codes.ts';
export type { CustomerChanges, Customers } from './customers.ts';
export type { Logins } from './sign-in/logins.ts';
export type { Account } from './account.ts';
export type { Locks } from './locks/account-lock.ts';
export type { StopParts, Stops } from './locks/stop-locked.ts';
export type { OperatorsKeys } from './keys/new-api-key.ts';
export type { PayPassword } from './factors/pay-password.ts';
export type { Sessions } from './sessions/sessions.ts';
export type { CustomerService } from './customer-service.ts';
export type { DeviceKeys } from './sign-in/device-keys.ts';
export type { FactorGuard } from './factors/factor-guard.ts';
export type { LoginGuard } from './sign-in/login-guard.ts';
export type { Passwords } from './passwords/passwords.ts';
export type { AccountGuards } from './guards.ts';
