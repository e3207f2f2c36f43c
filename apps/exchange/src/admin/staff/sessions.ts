import { randomBytes, randomUUID } from 'node:crypto';
import { sessionMark } from '@fft/contract';
import type { Kysely, Selectable, Transaction } from 'kysely';
import type { AccountGuards } from '../../accounts/index.ts';
import type { Grant, SessionTokens } from '../../platform/crypto/session-tokens.ts';
import type { Tables } from '../room.ts';
import type { Authenticator, Customer } from '../../transport/http/context.ts';

/** Short: an idle operator is logged out soon, and every operator once per shift. */
const idleMs = 15 * 60_000;
const longestMs = 8 * 3_600_000;
const renewedEveryMs = 60_000;

export interface OpenedSession {
  /** 256 bits, known only to the client: the database stores MACs. */
  readonly token: string;
  readonly expiresAt: number;
}

/** Operators' sessions. They are looked up on every call, so that ending one takes effect immediately in every process. */
export interface OperatorSessions extends Authenticator {
  open(transaction: Transaction<Tables>, operator: number, ip: string): Promise<OpenedSession>;
  end(sessionId: string): Promise<void>;
  /** Also forgets the operator's devices. */
  endAll(transaction: Transaction<Tables>, operator: number): Promise<void>;
}

const tokenForm = /^[A-Za-z0-9_-]{43}$/;

export interface OperatorSessionsOptions {
  readonly db: Kysely<Tables>;
  readonly tokens: SessionTokens;
  readonly forgetDevices: AccountGuards['forgetDevices'];
  readonly now: () => number;
}

export function createOperatorSessions(options: OperatorSessionsOptions): OperatorSessions {
  const { db, tokens, forgetDevices, now } = options;

  async function lookUp(token: string): Promise<Customer | null> {
    const time = now();
    const row = await db
      .selectFrom('operator_sessions')
      .innerJoin('operators', 'operators.id', 'operator_sessions.operator')
      .select([
        'operator_sessions.id',
        'operator',
        'operator_sessions.created',
        'expires',
        'ends',
        'operator_sessions.mac',
      ])
      .where('token_hash', '=', tokens.hashOf(token))
      .where('expires', '>', time)
      .where('ends', '>', time)
      .where('disabled_at', 'is', null)
      .executeTakeFirst();
    if (row === undefined || !tokens.isMacOf(token, grantOf(row), row.mac)) return null;
    const expires = Math.min(time + idleMs, row.ends);
    if (expires - row.expires >= renewedEveryMs)
      await db.updateTable('operator_sessions').set({ expires }).where('id', '=', row.id).execute();
    return { id: row.operator, sessionId: row.id, mark: sessionMark(token) };
  }

  return {
    authenticate: (token) => (tokenForm.test(token) ? lookUp(token) : null),
    open: async (transaction, operator, ip) => {
      const token = randomBytes(32).toString('base64url');
      const created = now();
      const ends = created + longestMs;
      const granted = { id: randomUUID(), operator, created, ends };
      const row = {
        ...granted,
        token_hash: tokens.hashOf(token),
        mac: tokens.macOf(token, grantOf(granted)),
        expires: created + idleMs,
        ip,
      };
      // Deletes expired rows on every log-in.
      await transaction.deleteFrom('operator_sessions').where('expires', '<=', created).execute();
      await transaction.insertInto('operator_sessions').values(row).execute();
      return { token, expiresAt: ends };
    },
    end: async (sessionId) => {
      await db.deleteFrom('operator_sessions').where('id', '=', sessionId).execute();
    },
    endAll: async (transaction, operator) => {
      await transaction.deleteFrom('operator_sessions').where('operator', '=', operator).execute();
      await forgetDevices(transaction, { realm: 'operator', account: operator });
    },
  };
}

type Granted = Pick<Selectable<Tables['operator_sessions']>, 'id' | 'operator' | 'created' | 'ends'>;

function grantOf({ id, operator, created, ends }: Granted): Grant {
  return { id, operator, created, ends };
}
