import { sql, type Kysely } from 'kysely';
import type { Tables } from '../room.ts';
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
  /** Records nothing for null, with the same statements: an address without an account must not be told apart by the work. */
  note(customer: number | null, state: LoginState, context: Pick<Context, 'ip' | 'userAgent'>): Promise<void>;
  /** Newest first, with one extra row if there are more. */
  list(customer: number, page: LoginQuery): Promise<LoginRecord[]>;
}

const maxUserAgent = 300;
/** Log-ins and failures that an account lists; the oldest make room. */
const maxLogins = 1_000;

export function createLogins(db: Kysely<Tables>, now: () => number): Logins {
  return {
    note: async (known, state, { ip, userAgent }) => {
      // No account has the number 0.
      const customer = known ?? 0;
      await sql`
        insert into logins (customer, time, ip, user_agent, state)
        select id, ${now()}::bigint, ${ip}, ${userAgent.slice(0, maxUserAgent)}, ${state}
        from customers where id = ${customer}::bigint`.execute(db);
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
