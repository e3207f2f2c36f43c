import { Code, type calls } from '@fft/contract';
import type { Context } from '../http/context.ts';
import { Refusal } from '../http/refusal.ts';
import type { Handler } from '../http/route.ts';
import type { Credentials, Customers } from './customers.ts';
import type { Enter } from './enter.ts';
import type { Attempt, LoginGuard } from './login-guard.ts';
import type { Logins } from './logins.ts';
import type { Passwords } from './passwords.ts';
import type { SecondFactor } from './second-factor.ts';

export interface LoginParts {
  readonly customers: Customers;
  readonly passwords: Passwords;
  readonly guard: LoginGuard;
  readonly secondFactor: SecondFactor;
  readonly logins: Logins;
  readonly enter: Enter;
  readonly now: () => number;
}

/**
 * Opens a session by e-mail and password, and by the second factor where one is set. An address that nobody has is treated like a wrong
 * password, with the same work; what only a right password shows is said after it.
 */
export function createLogin(parts: LoginParts): Handler<typeof calls.passport.login> {
  const { customers, passwords, guard, secondFactor, logins, enter, now } = parts;

  async function knownBy(password: string, attempt: Attempt, context: Context): Promise<Credentials> {
    const known = await customers.findCredentials(attempt.email);
    const right = await guard.unlessUndecided(attempt, () => passwords.verify(known?.passwordHash ?? null, password));
    if (known !== null && right) return known;
    // At the same time, so that the answer doesn't take longer where there is somebody to note it for.
    const noted = known === null ? null : logins.note(known.id, 'failed', context);
    await Promise.all([guard.failed(attempt), noted]);
    throw new Refusal(Code.wrongCredentials, 'wrongCredentials');
  }

  async function requireSecondFactor(id: number, totp: string | undefined, attempt: Attempt, context: Context) {
    try {
      await secondFactor.require(id, totp);
    } catch (error) {
      if (totp === undefined) {
        await guard.undecided(attempt);
      } else {
        await guard.failed(attempt);
        await logins.note(id, 'refused', context);
      }
      throw error;
    }
  }

  return async ({ email, password, totp, keep }, context) => {
    const attempt = { email, ip: context.ip };
    await guard.admit(attempt);
    const known = await knownBy(password, attempt, context);
    if (known.isLocked) {
      await guard.undecided(attempt);
      throw new Refusal(Code.accountLocked, 'accountFrozen');
    }
    await requireSecondFactor(known.id, totp, attempt, context);
    await guard.succeeded(attempt);
    await customers.noteLogin(known.id, now());
    await logins.note(known.id, 'done', context);
    return enter(known.id, { keep, passwordHash: known.passwordHash, context });
  };
}
