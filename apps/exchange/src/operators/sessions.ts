import { createHash, randomBytes, randomUUID } from 'node:crypto';
import type { Kysely, Transaction } from 'kysely';
import type { Tables } from '../database/tables.ts';
import type { Authenticator, Customer } from '../http/context.ts';

/** Short: an operator who leaves his desk is logged out soon, and once a shift in any case. */
const idleMs = 15 * 60_000;
const longestMs = 8 * 3_600_000;
const renewedEveryMs = 60_000;

export interface OpenedSession {
  /** 256 bits, known to the client alone: the database has its hash. */
  readonly token: string;
  readonly expiresAt: number;
}

/** Operators' sessions: looked up at every call, so that what ends one ends it at once, in every process. */
export interface OperatorSessions extends Authenticator {
  open(transaction: Transaction<Tables>, operator: number, ip: string): Promise<OpenedSession>;
  end(sessionId: string): Promise<void>;
  /** Forgets the operator's devices, too. */
  endAll(transaction: Transaction<Tables>, operator: number): Promise<void>;
}

const tokenForm = /^[A-Za-z0-9_-]{43}$/;

export function createOperatorSessions(db: Kysely<Tables>, now: () => number): OperatorSessions {
  async function lookUp(token: string): Promise<Customer | null> {
    const time = now();
    const row = await db
      .selectFrom('operator_sessions')
      .innerJoin('operators', 'operators.id', 'operator_sessions.operator')
      .select(['operator_sessions.id', 'operator', 'expires', 'ends'])
      .where('token_hash', '=', hashOf(token))
      .where('expires', '>', time)
      .where('disabled_at', 'is', null)
      .executeTakeFirst();
    if (row === undefined) return null;
    const expires = Math.min(time + idleMs, row.ends);
    if (expires - row.expires >= renewedEveryMs)
      await db.updateTable('operator_sessions').set({ expires }).where('id', '=', row.id).execute();
    return { id: row.operator, sessionId: row.id };
  }

  return {
    authenticate: (token) => (tokenForm.test(token) ? lookUp(token) : null),
    open: async (transaction, operator, ip) => {
      const token = randomBytes(32).toString('base64url');
      const created = now();
      const ends = created + longestMs;
      const row = {
        id: randomUUID(),
        token_hash: hashOf(token),
        operator,
        created,
        expires: created + idleMs,
        ends,
        ip,
      };
      // Those that are over go whenever another begins.
      await transaction.deleteFrom('operator_sessions').where('expires', '<=', created).execute();
      await transaction.insertInto('operator_sessions').values(row).execute();
      return { token, expiresAt: ends };
    },
    end: async (sessionId) => {
      await db.deleteFrom('operator_sessions').where('id', '=', sessionId).execute();
    },
    endAll: async (transaction, operator) => {
      await transaction.deleteFrom('operator_sessions').where('operator', '=', operator).execute();
      await transaction
        .deleteFrom('device_keys')
        .where('realm', '=', 'operator')
        .where('account', '=', operator)
        .execute();
    },
  };
}

function hashOf(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}
