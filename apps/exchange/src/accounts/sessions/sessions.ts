import { randomBytes, randomUUID } from 'node:crypto';
import { sessionMark, type SessionEnd } from '@fft/contract';
import type { Kysely, Selectable, Transaction } from 'kysely';
import type { Grant, SessionTokens } from '../../platform/crypto/session-tokens.ts';
import { createListeners } from '../../platform/listeners.ts';
import type { Tables } from '../room.ts';
import type { Authenticator, Customer } from '../../transport/http/context.ts';
import { forgetDevices } from '../sign-in/device-keys.ts';
import type { AccountLimits } from '../limits/account-limits.ts';
import { answerInTime, shareLookUps } from '../look-ups.ts';
import { endSessions, whyEnded } from './end-sessions.ts';
import { createSessionMemory, type Remembered } from './session-memory.ts';

export interface OpenedSession {
  /** 256 bits, known only to the client: the database stores MACs. */
  readonly token: string;
  readonly sessionId: string;
  /** Latest expiry; without use it expires earlier. */
  readonly expiresAt: number;
}

export interface OpenSession {
  readonly customerId: number;
  /** The hash that the password matched: a password that was changed in the meantime opens no session. */
  readonly passwordHash: string;
  readonly keep: boolean;
  readonly ip: string;
  readonly userAgent: string;
  /** The device key that opens it. */
  readonly device: string;
}

export interface SessionRecord {
  readonly id: string;
  readonly created: number;
  readonly used: number;
  readonly expires: number;
  readonly ip: string;
  readonly userAgent: string;
}

/** Why all sessions of a customer end, and which one stays. */
export interface AllEnding {
  readonly reason: SessionEnd;
  readonly except?: string | undefined;
}

export interface Sessions extends Authenticator {
  /** null if the customer is locked or their password was changed in the meantime. */
  open(session: OpenSession): Promise<OpenedSession | null>;
  /** Open sessions, last used first. */
  list(customer: number): Promise<SessionRecord[]>;
  end(sessionId: string): Promise<void>;
  /** Ends a session of the customer and forgets its device; false if it is not theirs. */
  endOf(customer: number, sessionId: string): Promise<boolean>;
  /** Ends all sessions of a customer, or all others, and forgets their devices. Pass the result to `announce` after the commit. */
  endAll(transaction: Transaction<Tables>, customer: number, ending: AllEnding): Promise<string[]>;
  announce(sessionIds: readonly string[]): void;
  /** Handles sessions that ended in another process. */
  hear(sessionIds: readonly string[]): void;
  /** Calls the listener for every session that ends here. Returns a function that stops this. */
  onEnd(listener: (sessionId: string) => void): () => void;
}

export interface SessionsOptions {
  readonly db: Kysely<Tables>;
  readonly tokens: SessionTokens;
  readonly limits: AccountLimits['session'];
  readonly now: () => number;
  /** Announces ended sessions to the other processes. */
  readonly publish?: ((sessionIds: readonly string[]) => void) | undefined;
}

const tokenForm = /^[A-Za-z0-9_-]{43}$/;
const maxUserAgent = 300;
/** Per customer; a new session ends the least recently used one. */
const maxSessions = 100;
/** A cached session is refreshed in this last part of its cache time. */
const lastPart = 0.4;

/** Sessions live in the database; those in use are cached for a few seconds, so that most calls need no query. */
export function createSessions({ db, tokens, limits, now, publish }: SessionsOptions): Sessions {
  const memory = createSessionMemory(limits.maxRemembered, now);
  const listeners = createListeners<string>();
  const lookUps = shareLookUps(lookUp);
  let endings = 0;

  async function lookUp(token: string): Promise<Customer | null> {
    const endingsBefore = endings;
    const found = await findAndRenew(token, { db, tokens, limits, now });
    if (found === null) {
      memory.forgetToken(token);
      return null;
    }
    // It may have ended since it was read.
    if (endings === endingsBefore) {
      memory.remember(token, { ...found, until: now() + limits.rememberedMs });
    }
    return found.customer;
  }

  /** A session that was known until recently counts on while the database doesn't say otherwise: reads go on during a failover. */
  function lookUpOrRemember(token: string): Promise<Customer | null> {
    const looked = lookUps.of(token, endings);
    const lately = (): Remembered | null => memory.findLately(token, limits.unansweredMs);
    // Asked again afterwards: it may have ended while its look-up was under way.
    return lately() === null ? looked : answerInTime(looked).catch(() => lately()?.customer ?? looked);
  }

  function announce(sessionIds: readonly string[]): void {
    hear(sessionIds);
    if (sessionIds.length > 0) publish?.(sessionIds);
  }

  function hear(sessionIds: readonly string[]): void {
    endings += 1;
    memory.forget(new Set(sessionIds));
    for (const sessionId of sessionIds) listeners.emit(sessionId);
  }

  return {
    authenticate: (token) => {
      const known = memory.find(token);
      if (known === null) return tokenForm.test(token) ? lookUpOrRemember(token) : null;
      // Refresh before expiry, so that no call waits for the database. If the refresh fails, the session is valid until then.
      if (known.until - now() < limits.rememberedMs * lastPart) lookUps.of(token, endings).catch(() => undefined);
      return known.customer;
    },
    open: (session) => store(session, { db, tokens, limits, now }, announce),
    list: (customer) => list(db, customer, now()),
    end: async (sessionId) => {
      await db.deleteFrom('sessions').where('id', '=', sessionId).execute();
      announce([sessionId]);
    },
    endOf: async (customer, sessionId) => {
      const isEnded = await deleteOf(db, customer, { sessionId, time: now() });
      if (isEnded) announce([sessionId]);
      return isEnded;
    },
    endAll: (transaction, customer, ending) => endAll(transaction, customer, { ...ending, time: now() }),
    whyEnded: async (token) => (tokenForm.test(token) ? whyEnded(db, tokens.hashOf(token), now()) : null),
    announce,
    hear,
    onEnd: (listener) => listeners.add(listener),
  };
}

/** False if it is not the customer's. */
async function deleteOf(
  db: Kysely<Tables>,
  customer: number,
  { sessionId, time }: { readonly sessionId: string; readonly time: number },
): Promise<boolean> {
  const [ended] = await endSessions(db, {
    which: (sessions) => sessions.and({ id: sessionId, customer }),
    reason: 'revoked',
    time,
  });
  if (ended !== undefined && ended.device !== null) {
    await db
      .deleteFrom('device_keys')
      .where('realm', '=', 'customer')
      .where('account', '=', customer)
      .where('id', '=', ended.device)
      .execute();
  }
  return ended !== undefined;
}

async function endAll(
  transaction: Transaction<Tables>,
  customer: number,
  { reason, except = '', time }: AllEnding & { readonly time: number },
): Promise<string[]> {
  const kept = await transaction.selectFrom('sessions').select('device').where('id', '=', except).executeTakeFirst();
  await forgetDevices(transaction, { realm: 'customer', account: customer }, kept?.device);
  const rows = await endSessions(transaction, {
    which: (sessions) => sessions.and([sessions('customer', '=', customer), sessions('id', '!=', except)]),
    reason,
    time,
  });
  return rows.map(({ id }) => id);
}

interface Found {
  readonly customer: Customer;
  readonly expires: number;
}

async function findAndRenew(token: string, { db, tokens, limits, now }: SessionsOptions): Promise<Found | null> {
  const time = now();
  const row = await db
    .selectFrom('sessions')
    .select(['id', 'customer', 'created', 'expires', 'ends', 'idle_ms', 'device', 'mac'])
    .where('token_hash', '=', tokens.hashOf(token))
    .where('expires', '>', time)
    .where('ends', '>', time)
    .executeTakeFirst();
  if (row === undefined || !tokens.isMacOf(token, grantOf(row), row.mac)) return null;
  const expires = Math.min(time + row.idle_ms, row.ends);
  if (expires - row.expires >= limits.renewedEveryMs) {
    await db.updateTable('sessions').set({ expires, used: time }).where('id', '=', row.id).execute();
  }
  const { id: sessionId, device, ends } = row;
  return { customer: { id: row.customer, sessionId, device, ends, mark: sessionMark(token) }, expires };
}

async function list(db: Kysely<Tables>, customer: number, time: number): Promise<SessionRecord[]> {
  const rows = await db
    .selectFrom('sessions')
    .select(['id', 'created', 'used', 'expires', 'ip', 'user_agent'])
    .where('customer', '=', customer)
    .where('expires', '>', time)
    .orderBy('used', 'desc')
    .orderBy('id')
    .execute();
  return rows.map(({ user_agent, ...row }) => ({ ...row, userAgent: user_agent }));
}

/**
 * Locks the customer's row: a concurrent password change or account lock happens either before, and is seen, or after, and ends this session
 * with the others.
 */
async function store(
  session: OpenSession,
  { db, tokens, limits, now }: SessionsOptions,
  announce: (sessionIds: readonly string[]) => void,
): Promise<OpenedSession | null> {
  const token = randomBytes(32).toString('base64url');
  const created = now();
  const ends = created + (session.keep ? limits.keptMs : limits.longestMs);
  const idleMs = session.keep ? limits.keptMs : limits.idleMs;
  const sessionId = randomUUID();
  const granted = {
    id: sessionId,
    customer: session.customerId,
    created,
    ends,
    idle_ms: idleMs,
    device: session.device,
  };
  const row = {
    ...granted,
    token_hash: tokens.hashOf(token),
    mac: tokens.macOf(token, grantOf(granted)),
    used: created,
    expires: Math.min(created + idleMs, ends),
    ip: session.ip,
    user_agent: session.userAgent.slice(0, maxUserAgent),
  };
  const ended = await db.transaction().execute(async (transaction) => {
    const customer = await transaction
      .selectFrom('customers')
      .select('id')
      .where('id', '=', session.customerId)
      .where('password_hash', '=', session.passwordHash)
      .where('locked_at', 'is', null)
      .forShare()
      .executeTakeFirst();
    if (customer === undefined) return null;
    await transaction.insertInto('sessions').values(row).execute();
    return endOldest(transaction, row);
  });
  if (ended === null) return null;
  if (ended.length > 0) announce(ended);
  return { token, sessionId, expiresAt: ends };
}

async function endOldest(
  transaction: Transaction<Tables>,
  opened: { readonly id: string; readonly customer: number; readonly created: number },
): Promise<string[]> {
  const others = transaction
    .selectFrom('sessions')
    .select('id')
    .where('customer', '=', opened.customer)
    .where('id', '!=', opened.id);
  const oldest = others
    .orderBy('used', 'desc')
    .orderBy('id')
    .offset(maxSessions - 1);
  const rows = await endSessions(transaction, {
    which: (sessions) => sessions('id', 'in', oldest),
    reason: 'replaced',
    time: opened.created,
  });
  return rows.map(({ id }) => id);
}

type Granted = Pick<Selectable<Tables['sessions']>, 'id' | 'customer' | 'created' | 'ends' | 'idle_ms' | 'device'>;

function grantOf({ id, customer, created, ends, idle_ms, device }: Granted): Grant {
  return { id, customer, created, ends, idle_ms, device };
}
