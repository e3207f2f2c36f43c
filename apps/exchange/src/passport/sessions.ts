import { createHash, randomBytes, randomUUID } from 'node:crypto';
import type { Kysely } from 'kysely';
import type { Tables } from '../database/tables.ts';
import type { Authenticator, Customer } from '../http/context.ts';
import type { PassportLimits } from './limits.ts';
import { createSessionMemory } from './session-memory.ts';

export interface OpenedSession {
  /** 256 bits, known to the client alone: the database has its hash. */
  readonly token: string;
  readonly sessionId: string;
  /** When it ends at the latest; without use it ends earlier. */
  readonly expiresAt: number;
}

export interface OpenSession {
  readonly customerId: number;
  readonly keep: boolean;
  readonly ip: string;
  readonly userAgent: string;
}

export interface Sessions extends Authenticator {
  open(session: OpenSession): Promise<OpenedSession>;
  end(sessionId: string): Promise<void>;
  /** Tells of every session that ends here by `end`, so that what it keeps open can be closed. Gives back how to stop listening. */
  onEnd(listener: (sessionId: string) => void): () => void;
}

export interface SessionsOptions {
  readonly db: Kysely<Tables>;
  readonly limits: PassportLimits['session'];
  readonly now: () => number;
}

const tokenForm = /^[A-Za-z0-9_-]{43}$/;
const userAgentMax = 300;

/** Sessions live in the database; those in use are remembered for a few seconds, so that most calls ask nobody. */
export function createSessions({ db, limits, now }: SessionsOptions): Sessions {
  const memory = createSessionMemory(limits.rememberedMax, now);
  const listeners = new Set<(sessionId: string) => void>();
  let endings = 0;

  async function lookUp(token: string): Promise<Customer | null> {
    const endingsBefore = endings;
    const found = await findAndRenew(token, { db, limits, now });
    if (found === null) return null;
    // It may have been this one that ended since it was read.
    if (endings === endingsBefore) {
      memory.remember(token, found.customer, Math.min(found.expires, now() + limits.rememberedMs));
    }
    return found.customer;
  }

  return {
    authenticate: (token) => memory.find(token) ?? (tokenForm.test(token) ? lookUp(token) : null),
    open: (session) => store(session, { db, limits, now }),
    end: async (sessionId) => {
      await db.deleteFrom('sessions').where('id', '=', sessionId).execute();
      endings += 1;
      memory.forget(sessionId);
      for (const listener of listeners) listener(sessionId);
    },
    onEnd: (listener) => {
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
      };
    },
  };
}

interface Found {
  readonly customer: Customer;
  readonly expires: number;
}

async function findAndRenew(token: string, { db, limits, now }: SessionsOptions): Promise<Found | null> {
  const time = now();
  const row = await db
    .selectFrom('sessions')
    .select(['id', 'customer', 'expires', 'ends', 'idle_ms'])
    .where('token_hash', '=', hashOf(token))
    .where('expires', '>', time)
    .executeTakeFirst();
  if (row === undefined) return null;
  const expires = Math.min(time + row.idle_ms, row.ends);
  if (expires - row.expires >= limits.renewedEveryMs) {
    await db.updateTable('sessions').set({ expires }).where('id', '=', row.id).execute();
  }
  return { customer: { id: row.customer, sessionId: row.id }, expires };
}

async function store(session: OpenSession, { db, limits, now }: SessionsOptions): Promise<OpenedSession> {
  const token = randomBytes(32).toString('base64url');
  const created = now();
  const ends = created + (session.keep ? limits.keptMs : limits.longestMs);
  const idleMs = session.keep ? limits.keptMs : limits.idleMs;
  const sessionId = randomUUID();
  await db
    .insertInto('sessions')
    .values({
      id: sessionId,
      token_hash: hashOf(token),
      customer: session.customerId,
      created,
      expires: Math.min(created + idleMs, ends),
      ends,
      idle_ms: idleMs,
      ip: session.ip,
      user_agent: session.userAgent.slice(0, userAgentMax),
    })
    .execute();
  return { token, sessionId, expiresAt: ends };
}

function hashOf(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}
