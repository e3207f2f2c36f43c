import { consoleCalls } from '@fft/console-contract';
import type { Kysely } from 'kysely';
import { createSeal } from './database/seal.ts';
import type { Tables } from './database/tables.ts';
import { route, type Api } from './http/route.ts';
import type { Mailer } from './mail/mailer.ts';
import type { MailLink } from './operators/change-operator.ts';
import { createEnrolment } from './operators/enrol.ts';
import { linkMail, linkUrl } from './operators/link-mail.ts';
import { createLinks, type Links } from './operators/links.ts';
import { createLogIn } from './operators/log-in.ts';
import { createRoster, type Roster } from './operators/roster.ts';
import { createSessionTokens } from './database/session-tokens.ts';
import { createOperatorSessions, type OperatorSessions } from './operators/sessions.ts';
import { createDeviceKeys } from './passport/device-keys.ts';
import type { Passport } from './passport/passport.ts';
import { createWrongLinks } from './passport/wrong-links.ts';
import type { Settings } from './settings.ts';

/** Who the operators are, and how they come in. */
export interface Staff {
  readonly sessions: OperatorSessions;
  readonly roster: Roster;
  readonly links: Links;
  readonly mailLink: MailLink;
}

export interface StaffOptions {
  readonly api: Api;
  readonly settings: Pick<Settings, 'publicUrl'>;
  readonly console: NonNullable<Settings['console']>;
  readonly db: Kysely<Tables>;
  readonly passport: Passport;
  readonly passwordPepper: string;
  readonly mailer: Mailer;
  readonly now: () => number;
}

export function openStaff(options: StaffOptions, port: () => number): Staff {
  const { db, passport, passwordPepper, now } = options;
  const { passwords } = passport.account;
  return {
    sessions: createOperatorSessions({ db, tokens: createSessionTokens(passwordPepper, 'operator'), now }),
    roster: createRoster({ db, seal: createSeal(passwordPepper), passwords, now }),
    links: createLinks({ db, secret: passwordPepper, now }),
    mailLink: mailingLinks(options, port),
  };
}

/** Binds the calls that need no session. */
export function bindLogIn(api: Api, options: StaffOptions, { sessions, roster, links }: Staff): void {
  const { db, passport, passwordPepper, settings, now } = options;
  const { guard, factorGuard, refuseBadPassword } = passport.account;
  // Where nothing says otherwise, the console is served over TLS wherever the customers' app is.
  const isSecure = (options.console.url ?? settings.publicUrl)?.startsWith('https:') === true;
  const realm = { realm: 'operator', path: '/api/operators' } as const;
  const devices = createDeviceKeys({ db, ...realm, secret: passwordPepper, isSecure, now });
  route(api, consoleCalls.session.login, createLogIn({ db, roster, sessions, guard, factorGuard, devices, now }));
  const countWrong = createWrongLinks({ db, now });
  const enrolling = { db, roster, links, refuseBadPassword, countWrong, pepper: passwordPepper, now };
  const { begin, enrol } = createEnrolment(enrolling);
  route(api, consoleCalls.session.beginEnrolment, begin);
  route(api, consoleCalls.session.enrol, enrol);
}

/** A link leads to where settings say that the console is, never to where a request says. */
function mailingLinks({ api, console, mailer }: StaffOptions, port: () => number): MailLink {
  return async ({ name, email }, { token, until }) => {
    const url = linkUrl(console.url ?? `http://localhost:${port()}`, token);
    try {
      await mailer.send(email, linkMail({ name, url, until }));
      return true;
    } catch (error) {
      api.log.error({ err: error, operator: name }, 'a one-time link was not taken by the mail server');
      return false;
    }
  };
}
