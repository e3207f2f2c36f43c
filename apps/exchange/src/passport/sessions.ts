import { createHash, randomBytes, randomUUID } from 'node:crypto';
import type { Kysely } from 'kysely';
import type { Tables } from '../database/tables.ts';
import type { Authenticator, Customer } from '../http/context.ts';
import type { PassportLimits } from './limits.ts';

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

interface Remembered {
  readonly customer: Customer;
  readonly expires: number;
  readonly until: number;
}

const tokenForm = /^[A-Za-z0-9_-]{43}$/;
const userAgentMax = 300;

/** Sessions live in the database; those in use are remembered for a few seconds, so that most calls ask nobody. */
export function createSessions({ db, limits, now }: SessionsOptions): Sessions {
  const remembered = new Map<string, Remembered>();
  const listeners = new Set<(sessionId: string) => void>();
  let endings = 0;

  function remember(token: string, customer: Customer, expires: number): void {
    if (remembered.size >= limits.rememberedMax) forgetOldest(remembered);
    // Deleting first keeps the map in the order of remembering.
    remembered.delete(token);
    remembered.set(token, { customer, expires, until: now() + limits.rememberedMs });
  }

  async function lookUp(token: string): Promise<Customer | null> {
    const time = now();
    const endingsBefore = endings;
    const row = await db
      .selectFrom('sessions')
      .select(['id', 'customer', 'expires', 'ends', 'idle_ms'])
      .where('token_hash', '=', hashOf(token))
      .where('expires', '>', time)
      .executeTakeFirst();
    if (row === undefined) {
      remembered.delete(token);
      return null;
    }
    const expires = Math.min(time + row.idle_ms, row.ends);
    if (expires - row.expires >= limits.renewedEveryMs) {
      await db.updateTable('sessions').set({ expires }).where('id', '=', row.id).execute();
    }
    const customer = { id: row.customer, sessionId: row.id };
    // It may have been this one that ended since it was read.
    if (endings === endingsBefore) remember(token, customer, expires);
    return customer;
  }

  return {
    authenticate: (token) => {
      const known = remembered.get(token);
      if (known !== undefined && now() < known.until && now() < known.expires) return known.customer;
      return tokenForm.test(token) ? lookUp(token) : null;
    },
    open: async ({ customerId, keep, ip, userAgent }) => {
      const token = randomBytes(32).toString('base64url');
      const created = now();
      const ends = created + (keep ? limits.keptMs : limits.longestMs);
      const idleMs = keep ? limits.keptMs : limits.idleMs;
      const sessionId = randomUUID();
      const expires = Math.min(created + idleMs, ends);
      await db
        .insertInto('sessions')
        .values({
          id: sessionId,
          token_hash: hashOf(token),
          customer: customerId,
          created,
          expires,
          ends,
          idle_ms: idleMs,
          ip,
          user_agent: userAgent.slice(0, userAgentMax),
        })
        .execute();
      return { token, sessionId, expiresAt: ends };
    },
    end: async (sessionId) => {
      await db.deleteFrom('sessions').where('id', '=', sessionId).execute();
      endings += 1;
      for (const [token, { customer }] of remembered) {
        if (customer.sessionId === sessionId) remembered.delete(token);
      }
      for (const listener of listeners) listener(sessionId);
    },
    onEnd: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

function hashOf(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}

/** A tenth at once, so that a full memory isn't walked at every call. */
function forgetOldest(remembered: Map<string, Remembered>): void {
  let left = Math.ceil(remembered.size / 10);
  for (const token of remembered.keys()) {
    if (left-- <= 0) return;
    remembered.delete(token);
  }
}
