import { Code } from '@fft/contract';
import type { Context } from '../http/context.ts';
import { Refusal } from '../http/refusal.ts';
import type { Customers } from './customers.ts';
import type { LoginGuard } from './login-guard.ts';
import type { Passwords } from './passwords.ts';

/** Asks a customer who is logged in for his password once more, under the limits of log-in. Gives the hash it matched. */
export type ConfirmPassword = (context: Context<'required'>, password: string) => Promise<string>;

export interface ConfirmPasswordParts {
  readonly customers: Customers;
  readonly passwords: Passwords;
  readonly guard: LoginGuard;
}

export function createConfirmPassword({ customers, passwords, guard }: ConfirmPasswordParts): ConfirmPassword {
  return async ({ customer, ip }, password) => {
    const contact = await customers.contact(customer.id);
    if (contact === null) throw new Refusal(Code.sessionInvalid, 'sessionInvalid');
    // Who has no address can't log in by it either; he is counted all the same.
    const attempt = { email: contact.email ?? `customer ${customer.id}`, ip };
    await guard.admit(attempt);
    const isRight = await guard.unlessUndecided(attempt, () => passwords.verify(contact.passwordHash, password));
    if (!isRight) {
      await guard.failed(attempt);
      throw new Refusal(Code.wrongCredentials, 'wrongPassword');
    }
    await guard.succeeded(attempt);
    return contact.passwordHash;
  };
}
