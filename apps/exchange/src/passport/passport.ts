import { calls, type User } from '@fft/contract';
import type { Logger } from 'pino';
import type { Database } from '../database/connection.ts';
import { route, type Api } from '../http/route.ts';
import type { Mailer } from '../mail/mailer.ts';
import { createCodeLimit } from './code-limit.ts';
import { createCodes } from './codes.ts';
import { createCustomers } from './customers.ts';
import { createEnter } from './enter.ts';
import { standardLimits, type PassportLimits } from './limits.ts';
import { createLogin } from './login.ts';
import { createLoginGuard } from './login-guard.ts';
import { createLogout } from './logout.ts';
import { createPasswords } from './passwords.ts';
import { createReg } from './reg.ts';
import { createRegemail } from './regemail.ts';
import { createSessions, type Sessions } from './sessions.ts';
import { sweepExpired } from './sweep.ts';

export interface PassportOptions {
  readonly database: Pick<Database, 'db' | 'pool'>;
  readonly mailer: Mailer;
  readonly log: Logger;
  readonly codeSecret: string;
  readonly passwordPepper: string;
  readonly limits?: PassportLimits;
  readonly now?: () => number;
}

/** Who customers are and how they come in: registration, log-in, sessions. */
export interface Passport {
  readonly sessions: Sessions;
  /** The customer as he sees himself; null if there is none of that number. */
  readUser(id: number): Promise<User | null>;
  /** Binds the calls of the area. */
  bindCalls(api: Api): void;
  /** Deletes what has expired. To be called now and then. */
  sweep(): Promise<void>;
}

export async function createPassport(options: PassportOptions): Promise<Passport> {
  const { mailer, log, limits = standardLimits, now = Date.now } = options;
  const { db, pool } = options.database;
  const customers = createCustomers(db);
  const sessions = createSessions({ db, limits: limits.session, now });
  const codes = createCodes({ db, secret: options.codeSecret, limits: limits.code, now });
  const codeLimit = createCodeLimit(pool, limits.code);
  const guard = createLoginGuard({ db, pool, limits: limits.login, now });
  const passwords = await createPasswords({ pepper: options.passwordPepper, limits: limits.password });
  const enter = createEnter(customers, sessions);
  return {
    sessions,
    readUser: customers.read,
    bindCalls: (api) => {
      const { passport } = calls;
      route(api, passport.regemail, createRegemail({ customers, codes, codeLimit, mailer, limits: limits.code, log }));
      route(api, passport.reg, createReg({ db, customers, codes, passwords, enter, now }));
      route(api, passport.login, createLogin({ customers, passwords, guard, enter, now }));
      route(api, passport.logout, createLogout(sessions));
    },
    sweep: () => sweepExpired(db, now()),
  };
}
