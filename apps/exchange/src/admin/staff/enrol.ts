import { randomBytes } from 'node:crypto';
import type { consoleCalls } from '@fft/console-contract';
import type { Kysely } from 'kysely';
import { writeAudit } from '../../audit/audit.ts';
import type { Tables } from '../room.ts';
import { networkOf } from '../../platform/limits/network-of.ts';
import { refuse } from '../refusals.ts';
import type { Handler } from '../../transport/http/route.ts';
import { createAppSecrets, stepOfCode, uriOfApp } from './authenticator-app.ts';
import type { Enrolling, Links } from './links.ts';
import type { Roster } from './roster.ts';

export interface EnrolmentOptions {
  readonly db: Kysely<Tables>;
  readonly roster: Roster;
  readonly links: Links;
  /** @throws FieldRefusal if the password is too common */
  readonly refuseBadPassword: (password: { password: string; passwordConfirm: string }, name: string) => void;
  /** Key from which the app secrets are derived. */
  readonly pepper: string;
  /** The product's name, which the authenticator app shows. */
  readonly brand: string;
  /** Counts a wrong link by IP address. @throws Refusal `tooManyRequests` after too many */
  readonly countWrong: (ip: string) => Promise<void>;
  readonly now: () => number;
}

export interface Enrolment {
  readonly begin: Handler<typeof consoleCalls.session.beginEnrolment>;
  readonly enrol: Handler<typeof consoleCalls.session.enrol>;
}

const seedBytes = 16;

/** Lets an operator with a one-time link set a password and an authenticator app. The link is used up when both are set. */
export function createEnrolment(options: EnrolmentOptions): Enrolment {
  const { db, roster, links, now } = options;
  const secretOf = createAppSecrets(options.pepper);

  async function refuseLink(ip: string): Promise<never> {
    await options.countWrong(ip);
    throw refuse('linkOver');
  }

  async function enrollingBy(token: string, ip: string): Promise<Enrolling> {
    return (await links.find(token)) ?? refuseLink(ip);
  }

  return {
    begin: async ({ token }, { ip }) => {
      const { operator, until } = await enrollingBy(token, ip);
      const seed = randomBytes(seedBytes).toString('base64url');
      const secret = secretOf(token, seed);
      const { name, role } = operator;
      return { name, role, until, seed, secret, uri: uriOfApp(name, { secret, brand: options.brand }) };
    },
    enrol: async ({ token, seed, password, code }, { ip }) => {
      const found = await enrollingBy(token, ip);
      const { id, name } = found.operator;
      options.refuseBadPassword({ password, passwordConfirm: password }, name);
      const totpSecret = secretOf(token, seed);
      const step = stepOfCode(totpSecret, code, now());
      if (step === null) throw refuse('wrongSecondFactor');
      const passwordHash = await roster.passwords.hash(password, { rank: 'console', from: networkOf(ip) });
      const isSet = await db.transaction().execute(async (transaction) => {
        if (!(await links.use(transaction, found, token))) return false;
        const act = { time: now(), operator: name, act: 'operator.enrol', target: `operator ${name}` };
        await writeAudit(transaction, { ...act, after: { ip } });
        return roster.enrol(transaction, id, { passwordHash, totpSecret, step });
      });
      return isSet ? { name } : refuseLink(ip);
    },
  };
}
