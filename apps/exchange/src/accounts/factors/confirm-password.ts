import type { Context } from '../../transport/http/context.ts';
import { refuse } from '../refusals.ts';
import type { Customers } from '../customers.ts';
import type { LoginGuard } from '../sign-in/login-guard.ts';
import { hashRequesterOf, sessionOrigin } from '../../transport/http/origin.ts';
import type { Passwords } from '../passwords/passwords.ts';

/** Checks the password of a logged-in customer again, under the limits of log-in. Returns the hash it matched. */
export type ConfirmPassword = (context: Context<'required'>, password: string) => Promise<string>;

export interface ConfirmPasswordOptions {
  readonly customers: Customers;
  readonly passwords: Passwords;
  readonly guard: LoginGuard;
}

export function createConfirmPassword({ customers, passwords, guard }: ConfirmPasswordOptions): ConfirmPassword {
  return async (context, password) => {
    const { customer } = context;
    const contact = await customers.contact(customer.id);
    if (contact === null) throw refuse('sessionInvalid');
    // A customer without an address can't log in by it, but attempts count all the same.
    const origin = sessionOrigin(context);
    const admitted = await guard.admit({ ...origin, email: contact.email ?? `customer ${customer.id}` });
    const isRight = await admitted.unlessUndecided(() =>
      passwords.verify(contact.passwordHash, password, hashRequesterOf(origin)),
    );
    if (!isRight) {
      await admitted.failed();
      throw refuse('wrongPassword');
    }
    await admitted.succeeded();
    return contact.passwordHash;
  };
}
