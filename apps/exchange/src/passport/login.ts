import { Code, type calls } from '@fft/contract';
import { Refusal } from '../http/refusal.ts';
import type { Handler } from '../http/route.ts';
import type { Customers } from './customers.ts';
import type { Enter } from './enter.ts';
import type { LoginGuard } from './login-guard.ts';
import type { Passwords } from './passwords.ts';

export interface LoginParts {
  readonly customers: Customers;
  readonly passwords: Passwords;
  readonly guard: LoginGuard;
  readonly enter: Enter;
  readonly now: () => number;
}

/** Opens a session by e-mail and password. An address that nobody has is treated like a wrong password, with the same work. */
export function createLogin({
  customers,
  passwords,
  guard,
  enter,
  now,
}: LoginParts): Handler<typeof calls.passport.login> {
  return async ({ email, password, keep }, context) => {
    const attempt = { email, ip: context.ip };
    await guard.admit(attempt);
    const known = await customers.findCredentials(email);
    const right = await passwords.verify(known?.passwordHash ?? null, password);
    if (known === null || !right) {
      await guard.failed(attempt);
      throw new Refusal(Code.wrongCredentials, 'wrongCredentials');
    }
    await guard.succeeded(attempt);
    await customers.noteLogin(known.id, now());
    return enter(known.id, { keep, context });
  };
}
