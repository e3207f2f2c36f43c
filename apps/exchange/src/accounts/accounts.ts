import { calls, type Lang, type User } from '@fft/contract';
import type { Kysely } from 'kysely';
import type { Pool } from 'pg';
import type { Tables } from './room.ts';
import { createAddressLimit } from '../platform/limits/allowances.ts';
import { route, type Api, type Handler } from '../transport/http/route.ts';
import { createAccount, type Account, type AccountOptions } from './account.ts';
import { createEnsureCustomer, type OwnCustomer } from './registration/ensure-customer.ts';
import { createCompleteLogIn } from './sign-in/complete-log-in.ts';
import { notifyNewDevice, notifyPasskeyLogIn, notifyRegistration, type LogInEvents } from './sign-in/log-in-events.ts';
import { createRequestPasswordReset } from './recovery/request-password-reset.ts';
import { createResetPassword } from './recovery/reset-password.ts';
import { createGrowingLock } from './limits/growing-lock.ts';
import { standardLimits, type AccountLimits } from './limits/account-limits.ts';
import { createLogIn } from './sign-in/sign-in.ts';
import { createBeginPasskeyLogin, createLoginByPasskey } from './sign-in/passkey-sign-in.ts';
import { createRegister } from './registration/register.ts';
import { createRequestRegistrationCode } from './registration/request-registration-code.ts';
import type { Sessions } from './sessions/sessions.ts';
import { deleteExpired } from './delete-expired.ts';
import { createAttemptLimiter, type AttemptLimiter } from './limits/attempt-limiter.ts';

export interface AccountsServiceOptions extends Omit<AccountOptions, 'limits'> {
  /** Limits that protect accounts; tests override the standard ones. */
  readonly limits?: AccountLimits;
  /** Called when someone registers or logs in; nothing by default. */
  readonly events?: LogInEvents;
}

/** The customers' module: registration, log-in, sessions. */
export interface AccountsService {
  readonly sessions: Sessions;
  /** The account's security, for other modules. */
  readonly account: Account;
  /** The customer as they see themselves; null if the number is unknown. */
  readUser(id: number, lang?: Lang): Promise<User | null>;
  /** Creates an account that the exchange itself owns, without a code. Returns its number. */
  ensureCustomer(customer: OwnCustomer): Promise<number>;
  /** Binds the module's calls. */
  bindCalls(api: Api): void;
  /** Deletes expired rows. Call it periodically. */
  sweep(): Promise<void>;
}

const nothing = (): Promise<void> => Promise.resolve();
const silent: LogInEvents = { registered: nothing, newDevice: nothing, passkeyUsed: nothing };

export async function createAccountsService(options: AccountsServiceOptions): Promise<AccountsService> {
  const { limits = standardLimits, events = silent, database, log, now } = options;
  const account = await createAccount({
    database,
    mailer: options.mailer,
    sms: options.sms,
    log,
    codeSecret: options.codeSecret,
    passwordPepper: options.passwordPepper,
    identityOf: options.identityOf,
    onNotice: options.onNotice,
    pausePlans: options.pausePlans,
    rules: options.rules,
    brand: options.brand,
    origin: options.origin,
    publishEnded: options.publishEnded,
    codesPerHour: options.codesPerHour,
    limits,
    now,
  });
  const { db, customers, sessions, passwords } = account;
  return {
    sessions,
    account,
    readUser: customers.read,
    ensureCustomer: createEnsureCustomer({ db, customers, passwords, now }),
    bindCalls: (api) => bindAuthCalls(api, { account, pool: database.pool, limits, events, log, now }),
    sweep: () => deleteExpired(db, now()),
  };
}

interface AuthCallsOptions extends Pick<AccountOptions, 'limits' | 'log' | 'now'> {
  readonly account: Account;
  readonly pool: Pool;
  readonly events: LogInEvents;
}

/** Binds the calls without a session: registration, log-in, recovery. */
function bindAuthCalls(api: Api, { account, pool, limits, events, log, now }: AuthCallsOptions): void {
  const { db, customers, sessions, codes, passwords, invites, logins, passkeys } = account;
  const { auth } = calls;
  const completeLogIn = createCompleteLogIn(account);
  route(api, auth.requestRegistrationCode, createRequestRegistrationCode(account));
  const notifying = { events, log };
  route(
    api,
    auth.register,
    createRegister({
      db,
      customers,
      codes,
      passwords,
      invites,
      logins,
      inviteLimiter: createInviteLimiter(db, limits, now),
      completeLogIn: notifyRegistration(completeLogIn, notifying),
      now,
    }),
  );
  route(
    api,
    auth.login,
    createLogIn({
      customers,
      passwords,
      guard: account.guard,
      originOf: account.originOf,
      secondFactor: account.secondFactor,
      logins,
      completeLogIn: notifyNewDevice(completeLogIn, notifying),
      now,
    }),
  );
  const points = limits.passkey.perMinutePerIp;
  const byIp = createAddressLimit(pool, { name: 'passkey-ip', points, seconds: 60 });
  route(api, auth.beginPasskeyLogin, createBeginPasskeyLogin({ passkeys, byIp }));
  route(
    api,
    auth.loginByPasskey,
    createLoginByPasskey({
      passkeys,
      customers,
      logins,
      devices: account.devices,
      completeLogIn: notifyPasskeyLogIn(completeLogIn, notifying),
      byIp,
      lock: createGrowingLock({ db, limits: limits.passkey, now }),
      now,
    }),
  );
  route(api, auth.requestPasswordReset, createRequestPasswordReset(account));
  route(api, auth.resetPassword, createResetPassword(account));
  route(api, auth.logout, createLogOut(sessions));
}

function createInviteLimiter(db: Kysely<Tables>, limits: AccountLimits, now: () => number): AttemptLimiter {
  return createAttemptLimiter({ db, name: 'invite', points: limits.invitesPerHourPerIp, windowMs: 3_600_000, now });
}

/** Ends the caller's session. */
function createLogOut(sessions: Sessions): Handler<typeof calls.auth.logout> {
  return async (_input, { customer }) => {
    await sessions.end(customer.sessionId);
    return null;
  };
}
