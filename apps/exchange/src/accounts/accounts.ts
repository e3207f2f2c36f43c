import { calls, type Lang, type User } from '@fft/contract';
import type { Kysely } from 'kysely';
import type { Tables } from '../database/tables.ts';
import { createAddressLimit } from '../transport/http/rate-limits.ts';
import { route, type Api } from '../transport/http/route.ts';
import { createAccount, type Account, type AccountOptions } from './account.ts';
import { createEnsureCustomer, type OwnCustomer } from './registration/ensure-customer.ts';
import { createSessionOpener } from './sign-in/enter.ts';
import { tellingNewDevice, tellingPasskey, tellingRegistration, type EntryEvents } from './sign-in/entry-events.ts';
import { createRequestPasswordReset } from './recovery/request-password-reset.ts';
import { createResetPassword } from './recovery/reset-password.ts';
import { createGrowingLock } from './limits/growing-lock.ts';
import { standardLimits, type AccountLimits } from './limits/account-limits.ts';
import { createLogin } from './sign-in/sign-in.ts';
import { createLogout } from './sign-in/sign-out.ts';
import { createPasskeyBegin, createPasskeyLogin } from './sign-in/passkey-sign-in.ts';
import { createRegister } from './registration/register.ts';
import { createRequestRegistrationCode } from './registration/request-registration-code.ts';
import type { Sessions } from './sessions/sessions.ts';
import { deleteExpired } from './delete-expired.ts';
import { createTries, type Tries } from './limits/attempts.ts';

type Optional = 'codesPerHour' | 'limits' | 'now' | 'sms' | 'identityOf' | 'origin';
export type AccountsModuleOptions = Omit<AccountOptions, Optional> &
  Partial<Pick<AccountOptions, Optional>> & { readonly events?: EntryEvents };

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

/** For exchanges without an inbox. */
const nothing = (): Promise<void> => Promise.resolve();
const silent: EntryEvents = { registered: nothing, newDevice: nothing, passkeyUsed: nothing };

export async function createAccountsService(options: AccountsModuleOptions): Promise<AccountsService> {
  const {
    limits = standardLimits,
    codesPerHour = 0,
    now = Date.now,
    sms = null,
    origin = null,
    events = silent,
  } = options;
  const { identityOf = () => Promise.resolve({ state: 'none' }) } = options;
  const account = await createAccount({ ...options, codesPerHour, limits, now, sms, origin, identityOf });
  const { db, customers, sessions } = account;
  return {
    sessions,
    account,
    readUser: customers.read,
    ensureCustomer: createEnsureCustomer({ ...account, now }),
    bindCalls: (api) => {
      const { auth } = calls;
      const enter = createSessionOpener(account);
      route(api, auth.requestRegistrationCode, createRequestRegistrationCode(account));
      const telling = { events, log: options.log };
      route(
        api,
        auth.register,
        createRegister({
          ...account,
          inviteTries: inviteTries(db, limits, now),
          enter: tellingRegistration(enter, telling),
          now,
        }),
      );
      route(api, auth.login, createLogin({ ...account, enter: tellingNewDevice(enter, telling), now }));
      const byIp = createAddressLimit(options.database.pool, {
        name: 'passkey-ip',
        points: limits.passkey.perMinutePerIp,
        seconds: 60,
      });
      route(api, auth.beginPasskeyLogin, createPasskeyBegin({ ...account, byIp }));
      route(
        api,
        auth.loginByPasskey,
        createPasskeyLogin({
          ...account,
          enter: tellingPasskey(enter, telling),
          byIp,
          lock: createGrowingLock({ db, limits: limits.passkey, now }),
          now,
        }),
      );
      route(api, auth.requestPasswordReset, createRequestPasswordReset(account));
      route(api, auth.resetPassword, createResetPassword(account));
      route(api, auth.logout, createLogout(sessions));
    },
    sweep: () => deleteExpired(db, now()),
  };
}

function inviteTries(db: Kysely<Tables>, limits: AccountLimits, now: () => number): Tries {
  return createTries({ db, name: 'invite', points: limits.invitesPerHourPerIp, windowMs: 3_600_000, now });
}
