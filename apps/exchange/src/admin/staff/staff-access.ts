import type { Logger } from 'pino';
import { consoleCalls } from '@fft/console-contract';
import type { Kysely } from 'kysely';
import { createFieldCipher } from '../../platform/crypto/field-cipher.ts';
import type { Tables } from '../room.ts';
import { route, type Api } from '../../transport/http/route.ts';
import type { Mailer } from '../../platform/mail/mailer.ts';
import type { MailLink } from './change-operator.ts';
import { createEnrolment } from './enrol.ts';
import { linkMail, linkUrl } from './link-mail.ts';
import { createLinks, type Links } from './links.ts';
import { createLogIn, createPasskeyLogIn } from './sign-in.ts';
import { requirePasskeys, type NotifyOperator } from './own-passkeys.ts';
import { queueStaffWarning } from './staff-warnings.ts';
import { challengeMs, createOperatorPasskeys, type OperatorPasskeys } from './passkeys.ts';
import { createVerifyFactors, type VerifyFactors } from './verify-factors.ts';
import { createRoster, type Roster } from './roster.ts';
import { createSessionTokens } from '../../platform/crypto/session-tokens.ts';
import { createOperatorSessions, type OperatorSessions } from './sessions.ts';
import type { Account, AccountGuards, DeviceKeys } from '../../accounts/index.ts';
import type { Settings } from '../../config/settings.ts';
import { createWebauthn, type Webauthn } from '../../platform/webauthn/webauthn.ts';

/** The operators, their log-ins and their sessions. */
export interface StaffAccess {
  readonly sessions: OperatorSessions;
  readonly roster: Roster;
  readonly links: Links;
  readonly mailLink: MailLink;
  readonly verifyFactors: VerifyFactors;
  readonly devices: DeviceKeys;
  /** Null if the console's address is not configured. */
  readonly passkeys: OperatorPasskeys | null;
  readonly notifyOperator: NotifyOperator;
}

export interface StaffAccessOptions {
  readonly log: Logger;
  readonly settings: Pick<Settings, 'publicUrl' | 'mode' | 'brandName'>;
  readonly console: NonNullable<Settings['console']>;
  readonly db: Kysely<Tables>;
  readonly account: Account;
  /** The guards that operators' log-ins share with customers'. */
  readonly guards: AccountGuards;
  readonly passwordPepper: string;
  readonly mailer: Mailer;
  readonly now: () => number;
}

export function openStaffAccess(options: StaffAccessOptions, port: () => number): StaffAccess {
  const { db, account, passwordPepper, settings, now } = options;
  const { passwords, guard, factorGuard } = account;
  const roster = createRoster({ db, seal: createFieldCipher(passwordPepper), passwords, now });
  // Without an own address, the console is assumed to be served like the customers' app: over TLS if that is.
  const isSecure = (options.console.url ?? settings.publicUrl)?.startsWith('https:') === true;
  const realm = { realm: 'operator', path: '/api/operators' } as const;
  const devices = options.guards.createDeviceKeys({ db, ...realm, secret: passwordPepper, isSecure, now });
  return {
    sessions: createOperatorSessions({
      db,
      tokens: createSessionTokens(passwordPepper, 'operator'),
      forgetDevices: options.guards.forgetDevices,
      now,
    }),
    roster,
    links: createLinks({ db, secret: passwordPepper, now }),
    mailLink: createLinkMailer(options, port),
    devices,
    verifyFactors: createVerifyFactors({ db, roster, guard, factorGuard, devices, now }),
    passkeys: openPasskeys(options, port),
    notifyOperator: createPasskeyNotifier(options),
  };
}

/** The demo's console is opened on this machine. Elsewhere passkeys need the console's configured address. */
function openPasskeys(
  { db, console, settings, passwordPepper: secret, now }: StaffAccessOptions,
  port: () => number,
): OperatorPasskeys | null {
  if (console.url === null && settings.mode !== 'demo') return null;
  const originOf = () => console.url ?? `http://localhost:${port()}`;
  return createOperatorPasskeys({ db, webauthn: createLazyWebauthn(originOf, settings.brandName), secret, now });
}

/** Creates the site on first use, because the port is known only once the server listens. */
function createLazyWebauthn(originOf: () => string, brand: string): Webauthn {
  let made: Webauthn | null = null;
  const site = (): Webauthn => (made ??= createWebauthn({ origin: originOf(), brand, timeoutMs: challengeMs }));
  return {
    askForNew: (...asked) => site().askForNew(...asked),
    verifyNew: (...asked) => site().verifyNew(...asked),
    ask: () => site().ask(),
    verify: (...asked) => site().verify(...asked),
  };
}

function createPasskeyNotifier({ now }: StaffAccessOptions): NotifyOperator {
  return async (transaction, operator, what) => {
    const { name, email } = await transaction
      .selectFrom('operators')
      .select(['name', 'email'])
      .where('id', '=', operator)
      .executeTakeFirstOrThrow();
    if (email !== null) await queueStaffWarning(transaction, email, { name, what, time: now() });
  };
}

/** Binds the calls that need no session. */
export function bindLogIn(api: Api, options: StaffAccessOptions, staff: StaffAccess): void {
  const { db, account, guards, passwordPepper, settings, now } = options;
  const { refuseBadPassword } = account;
  const { roster, links, passkeys } = staff;
  const { session } = consoleCalls;
  route(
    api,
    session.login,
    createLogIn({ db, sessions: staff.sessions, verifyFactors: staff.verifyFactors, devices: staff.devices, now }),
  );
  route(api, session.beginPasskeyLogin, async () => ({ options: await requirePasskeys(passkeys).ask() }));
  const countWrongPasskey = guards.createWrongGuesses({ db, name: 'operator-passkey', now });
  route(api, session.loginByPasskey, (input, context) =>
    createPasskeyLogIn({ ...staff, passkeys: requirePasskeys(passkeys), countWrong: countWrongPasskey, db, now })(
      input,
      context,
    ),
  );
  const countWrong = guards.createWrongGuesses({ db, name: 'link', now });
  const enrolling = {
    db,
    roster,
    links,
    refuseBadPassword,
    countWrong,
    pepper: passwordPepper,
    brand: settings.brandName,
    now,
  };
  const { begin, enrol } = createEnrolment(enrolling);
  route(api, consoleCalls.session.beginEnrolment, begin);
  route(api, consoleCalls.session.enrol, enrol);
}

/** A link leads to the console's configured address, never to one from a request. */
function createLinkMailer({ log, console, mailer }: StaffAccessOptions, port: () => number): MailLink {
  return async ({ name, email }, { token, until }) => {
    const url = linkUrl(console.url ?? `http://localhost:${port()}`, token);
    try {
      await mailer.send(email, linkMail({ name, url, until }));
      return true;
    } catch (error) {
      log.error({ err: error, operator: name }, 'operator.linkMailFailed');
      return false;
    }
  };
}
