import type { User } from '@fft/contract';
import type { Kysely } from 'kysely';
import type { Logger } from 'pino';
import type { Database } from '../database/connection.ts';
import { createSessionTokens } from '../platform/crypto/session-tokens.ts';
import { createFieldCipher } from '../platform/crypto/field-cipher.ts';
import type { Tables } from './room.ts';
import type { Notice } from './mails/notice-mail.ts';
import type { Mailer } from '../platform/mail/mailer.ts';
import type { Sms } from '../platform/mail/sms.ts';
import { createChangePassword, type ChangePassword } from './passwords/change-password.ts';
import { createCodeAlarm, type CodeAlarm } from './codes/code-alarm.ts';
import { createCodeLimit } from './codes/code-limit.ts';
import { createCodes, type Codes } from './codes/codes.ts';
import { createConfirmPassword, type ConfirmPassword } from './factors/confirm-password.ts';
import { createCustomers, type Customers, type IdentityOf } from './customers.ts';
import { createDeviceKeys, type DeviceKeys } from './sign-in/device-keys.ts';
import { createFactorGuard, type FactorGuard } from './factors/factor-guard.ts';
import { createFamiliarNetworks, type FamiliarNetworks } from './sign-in/familiar-networks.ts';
import { createHolds, type Holds } from './locks/holds.ts';
import { createInvites, type Invites } from './registration/invites.ts';
import type { AccountLimits } from './limits/account-limits.ts';
import { createLoginGuard, type LoginGuard } from './sign-in/login-guard.ts';
import { createLogins, type Logins } from './sign-in/logins.ts';
import { refuseBadPassword } from './passwords/new-password.ts';
import { createNotify, type Notify, type OnNotice } from './notices.ts';
import type { PausePlans } from '../orders/index.ts';
import { createOriginOf, type OriginOf } from './sign-in/origin-of.ts';
import { createPasskeys, type Passkeys } from './factors/passkeys.ts';
import { createPasswords, type Passwords } from './passwords/passwords.ts';
import { createPhones } from './phones.ts';
import { createPayPassword, type PayPassword } from './factors/pay-password.ts';
import { createRecoveryCodes, type RecoveryCodes } from './factors/recovery-codes.ts';
import { createSecondFactor, type SecondFactor } from './factors/second-factor.ts';
import { createCodeSender, type CodeSender } from './codes/send-code.ts';
import { createSessions, type Sessions } from './sessions/sessions.ts';

/** Account security: for the calls that change it, and for those that move money. */
export interface Account {
  readonly db: Kysely<Tables>;
  readonly customers: Customers;
  readonly sessions: Sessions;
  readonly codes: Codes;
  readonly codeAlarm: Pick<CodeAlarm, 'excess'>;
  readonly sender: CodeSender;
  readonly passwords: Passwords;
  readonly guard: LoginGuard;
  /** Counts wrong second-factor codes of customers and operators. */
  readonly factorGuard: FactorGuard;
  readonly devices: DeviceKeys;
  readonly networks: FamiliarNetworks;
  /** Identifies the origin of a call without a session. */
  readonly originOf: OriginOf;
  readonly confirmPassword: ConfirmPassword;
  readonly refuseBadPassword: typeof refuseBadPassword;
  readonly changePassword: ChangePassword;
  readonly payPassword: PayPassword;
  readonly secondFactor: SecondFactor;
  readonly recovery: RecoveryCodes;
  /** null if the address of the app is unknown. */
  readonly passkeys: Passkeys | null;
  readonly holds: Holds;
  readonly logins: Logins;
  readonly invites: Invites;
  readonly notify: Notify;
  readonly pausePlans: PausePlans;
}

export interface AccountOptions {
  readonly database: Pick<Database, 'db' | 'pool'>;
  readonly mailer: Mailer;
  /** null if no SMS can be sent. */
  readonly sms: Sms | null;
  readonly log: Logger;
  readonly codeSecret: string;
  readonly passwordPepper: string;
  readonly identityOf: IdentityOf;
  /** Receives notices for the inbox and devices. */
  readonly onNotice?: OnNotice | undefined;
  /** Pauses the customer's plans in the transaction of an act that secures the account; nothing by default. */
  readonly pausePlans?: PausePlans | undefined;
  readonly rules: User['rules'];
  /** The product's name. */
  readonly brand: string;
  /** Address of the app, such as `https://fft.example`; null if unknown. */
  readonly origin: string | null;
  /** Announces ended sessions to the other processes. */
  readonly publishEnded?: ((sessionIds: readonly string[]) => void) | undefined;
  /** Codes that one IP address may request before log-in; 0 for no limit. */
  readonly codesPerHour: number;
  readonly limits: AccountLimits;
  readonly now: () => number;
}

function customersOf({ database, passwordPepper, identityOf, rules, brand, sms, now }: AccountOptions): Customers {
  const phones = createPhones(passwordPepper);
  return createCustomers({ db: database.db, phones, identityOf, rules, brand, hasSms: sms !== null, now });
}

export async function createAccount(options: AccountOptions): Promise<Account> {
  const { mailer, sms, log, origin, brand, limits, now } = options;
  const { db, pool } = options.database;
  const customers = customersOf(options);
  const sessions = customerSessions(options);
  const alarm = createCodeAlarm({ log, perMinute: limits.code.alarmPerMinute, now });
  const codes = createCodes({ db, secret: options.codeSecret, limits: limits.code, alarm, now });
  const codeLimit = createCodeLimit({ pool, limits: limits.code, perHourPerIp: options.codesPerHour, now });
  const guard = createLoginGuard({ db, limits: limits.login, now });
  const passwords = await createPasswords({ pepper: options.passwordPepper, limits: limits.password });
  const holds = createHolds({ db, holdMs: options.rules.withdrawalWaitSeconds * 1000, now });
  const recovery = createRecoveryCodes(db, options.passwordPepper);
  const devices = customerDevices(options);
  const networks = createFamiliarNetworks({ db, now });
  const notify = createNotify({ onNotice: options.onNotice, now });
  const factorGuard = createFactorGuard({ db, limits: limits.secondFactor, now });
  const pausePlans = options.pausePlans ?? (() => Promise.resolve());
  const notifyOwner = (notice: Notice) => (customer: number) => notify(db, notice, { customer });
  return {
    db,
    customers,
    sessions,
    codes,
    codeAlarm: alarm,
    sender: createCodeSender({ codes, codeLimit, mailer, sms, limits: limits.code, log }),
    passwords,
    guard,
    confirmPassword: createConfirmPassword({ customers, passwords, guard }),
    refuseBadPassword,
    changePassword: createChangePassword({ db, customers, codes, passwords, holds, sessions, notify, pausePlans, now }),
    payPassword: createPayPassword({
      db,
      passwords,
      limits: limits.payPassword,
      onHeld: notifyOwner('payPasswordHeld'),
      now,
    }),
    secondFactor: createSecondFactor({
      db,
      seal: createFieldCipher(options.passwordPepper),
      recovery,
      guard: factorGuard,
      brand,
      onLocked: notifyOwner('secondFactorLocked'),
      now,
    }),
    factorGuard,
    devices,
    networks,
    originOf: createOriginOf({ devices, networks }),
    recovery,
    passkeys: origin === null ? null : createPasskeys({ db, origin, brand, limits: limits.passkey, now }),
    holds,
    logins: createLogins(db, now),
    invites: createInvites(db),
    notify,
    pausePlans,
  };
}

function customerSessions({ database: { db }, passwordPepper, limits, publishEnded: publish, now }: AccountOptions) {
  const tokens = createSessionTokens(passwordPepper, 'customer');
  return createSessions({ db, tokens, limits: limits.session, now, publish });
}

function customerDevices({ database, passwordPepper, origin, now }: AccountOptions): DeviceKeys {
  const isSecure = origin?.startsWith('https:') === true;
  return createDeviceKeys({
    db: database.db,
    realm: 'customer',
    secret: passwordPepper,
    path: '/api/passport',
    isSecure,
    now,
  });
}
