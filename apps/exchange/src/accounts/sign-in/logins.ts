import { sql, type Kysely } from 'kysely';
import type { Tables } from '../../database/tables.ts';
import type { Context } from '../../transport/http/context.ts';
import type { LoginState } from '../tables.ts';

export interface LoginRecord {
  readonly id: number;
  readonly time: number;
  readonly ip: string;
  readonly userAgent: string;
  readonly state: LoginState;
}

export interface LoginQuery {
  /** Only entries before this id; Infinity for the latest. */
  readonly before: number;
  readonly limit: number;
}

/** History of log-ins and failed attempts, for the account owner. */
export interface Logins {
  note(customer: number, state: LoginState, context: Pick<Context, 'ip' | 'userAgent'>): Promise<void>;
  /** Newest first, with one extra row if there are more. */
  list(customer: number, page: LoginQuery): Promise<LoginRecord[]>;
}

const maxUserAgent = 300;
/** Log-ins and failures that an account lists; the oldest make room. */
const maxLogins = 1_000;

export function createLogins(db: Kysely<Tables>, now: () => number): Logins {
  return {
    note: async (customer, state, { ip, userAgent }) => {
      const user_agent = userAgent.slice(0, maxUserAgent);
      await db.insertInto('logins').values({ customer, time: now(), ip, user_agent, state }).execute();
      await sql`
        delete from logins where customer = ${customer}::bigint and id <= (
          select id from logins where customer = ${customer}::bigint order by id desc offset ${maxLogins} limit 1
        )`.execute(db);
    },
    list: async (customer, { before, limit }) => {
      const rows = await db
        .selectFrom('logins')
        .select(['id', 'time', 'ip', 'user_agent', 'state'])
        .where('customer', '=', customer)
        .where('id', '<', Math.min(before, Number.MAX_SAFE_INTEGER))
        .orderBy('id', 'desc')
        .limit(limit + 1)
        .execute();
      return rows.map(({ user_agent, ...row }) => ({ ...row, userAgent: user_agent }));
    },
  };
}
