import type { Kysely } from 'kysely';
import type { Logger } from 'pino';
import type { Tables } from '../database/tables.ts';
import type { Context } from '../http/context.ts';
import type { Enter } from './enter.ts';

/** What other areas hear of who comes in. */
export interface EntryEvents {
  registered(customer: number): Promise<void>;
  /** Logged in with a device that had not been used for it before. */
  newDevice(customer: number, device: { readonly ip: string; readonly userAgent: string }): Promise<void>;
}

export interface EntryParts {
  readonly db: Kysely<Tables>;
  readonly events: EntryEvents;
  readonly log: Logger;
}

/** As `enter`, for registration. An event that can't be told keeps nobody out. */
export function tellingRegistration(enter: Enter, { events, log }: EntryParts): Enter {
  return async (customer, options) => {
    const entered = await enter(customer, options);
    await attempt(log, () => events.registered(customer));
    return entered;
  };
}

/** As `enter`, for log-in. */
export function tellingNewDevice(enter: Enter, { db, events, log }: EntryParts): Enter {
  return async (customer, options) => {
    const { ip, userAgent } = options.context;
    const isKnown = await isKnownDevice(db, customer, options.context);
    const entered = await enter(customer, options);
    if (!isKnown) await attempt(log, () => events.newDevice(customer, { ip, userAgent }));
    return entered;
  };
}

/** The log-in itself is written down already; a session of a device is there from registration on. */
async function isKnownDevice(
  db: Kysely<Tables>,
  customer: number,
  { userAgent }: Pick<Context, 'userAgent'>,
): Promise<boolean> {
  const device = userAgent.slice(0, 300);
  const session = await db
    .selectFrom('sessions')
    .select('id')
    .where('customer', '=', customer)
    .where('user_agent', '=', device)
    .limit(1)
    .executeTakeFirst();
  if (session) return true;
  const logins = await db
    .selectFrom('logins')
    .select('id')
    .where('customer', '=', customer)
    .where('state', '=', 'done')
    .where('user_agent', '=', device)
    .limit(2)
    .execute();
  return logins.length > 1;
}

async function attempt(log: Logger, tell: () => Promise<void>): Promise<void> {
  try {
    await tell();
  } catch (error) {
    log.warn({ err: error }, 'an entry could not be told about');
  }
}
