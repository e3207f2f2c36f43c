import type { calls } from '@fft/contract';
import type { Context } from '../../transport/http/context.ts';
import { refuse } from '../refusals.ts';
import { lockedRefusal } from '../../refusals/refuse.ts';
import type { Handler } from '../../transport/http/route.ts';
import type { Credentials, Customers } from '../customers.ts';
import type { CompleteLogIn } from './complete-log-in.ts';
import type { LoginAttempt, LoginGuard } from './login-guard.ts';
import type { Logins } from './logins.ts';
import { hashRequesterOf } from '../../transport/http/origin.ts';
import type { OriginOf } from './origin-of.ts';
import type { Passwords } from '../passwords/passwords.ts';
import type { SecondFactor } from '../factors/second-factor.ts';
import type { Admitted } from '../limits/attempt-counts.ts';

export interface LogInOptions {
  readonly customers: Customers;
  readonly passwords: Passwords;
  readonly guard: LoginGuard;
  readonly originOf: OriginOf;
  readonly secondFactor: SecondFactor;
  readonly logins: Logins;
  readonly completeLogIn: CompleteLogIn;
  readonly now: () => number;
}

/** An admitted log-in attempt. */
interface Entry {
  readonly known: Credentials | null;
  readonly attempt: LoginAttempt;
  readonly admitted: Admitted;
  readonly context: Context;
}

/**
 * Opens a session by e-mail and password, and by the second factor if one is set. An unknown address is treated like a wrong password,
 * with the same work; refusals that reveal the account follow a right password only.
 */
export function createLogIn(options: LogInOptions): Handler<typeof calls.auth.login> {
  const { customers, passwords, guard, originOf, secondFactor, logins, completeLogIn, now } = options;

  async function knownBy(password: string, { known, attempt, admitted, context }: Entry): Promise<Credentials> {
    const right = await admitted.unlessUndecided(() =>
      passwords.verify(known?.passwordHash ?? null, password, hashRequesterOf(attempt)),
    );
    if (known !== null && right) return known;
    await Promise.all([admitted.failed(), logins.note(known?.id ?? null, 'failed', context)]);
    throw refuse('wrongCredentials');
  }

  /** Wrong codes have their own count, as the password was right. */
  async function requireSecondFactor(id: number, totp: string | undefined, { attempt, context }: Entry) {
    try {
      await secondFactor.require(id, totp, attempt);
    } catch (error) {
      if (totp !== undefined) await logins.note(id, 'refused', context);
      throw error;
    }
  }

  return async ({ email, password, totp, keep }, context) => {
    const known = await customers.findCredentials(email);
    const origin = await originOf(known?.id ?? null, context);
    const attempt = { email, ...origin };
    const entry = { known, attempt, admitted: await guard.admit(attempt), context };
    const { admitted } = entry;
    const { id, lock, passwordHash } = await knownBy(password, entry);
    await admitted.unlessUndecided(async () => {
      if (lock !== null) throw lockedRefusal(lock);
      await requireSecondFactor(id, totp, entry);
    });
    await admitted.succeeded();
    await customers.noteLogin(id, now());
    await logins.note(id, 'done', context);
    return completeLogIn(id, { keep, passwordHash, context, device: origin.device });
  };
}
