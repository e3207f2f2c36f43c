import { createHmac, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Kysely, Transaction } from 'kysely';
import type { Tables } from '../database/tables.ts';
import type { OperatorRow } from './roster.ts';

/** A link's token is known to whoever has the link alone. */
export interface OneTimeLink {
  readonly token: string;
  readonly until: number;
}

/** Somebody with a link that is good. */
export interface Enrolling {
  readonly operator: OperatorRow;
  readonly until: number;
}

/** One-time links by which operators enrol. Each is good once, for a day, and as long as no other was made for the operator. */
export interface Links {
  /** Makes one; the operator's link of before is over. */
  make(transaction: Transaction<Tables>, operator: number): Promise<OneTimeLink>;
  /** Whom a token is for; null where it is wrong, used, replaced or over, which all take the same look. */
  find(token: string): Promise<Enrolling | null>;
  /** Uses up the link that `find` found. False where somebody else was quicker, or it is over by now. */
  use(transaction: Transaction<Tables>, found: Enrolling, token: string): Promise<boolean>;
  end(transaction: Transaction<Tables>, operator: number): Promise<void>;
}

export interface LinksParts {
  readonly db: Kysely<Tables>;
  /** The key of the MACs is derived from it. */
  readonly secret: string;
  readonly now: () => number;
}

const linkGoodMs = 24 * 3_600_000;

export function createLinks({ db, secret, now }: LinksParts): Links {
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'operator links', 32));
  /** For one operator and until one moment: a row that is put to another operator, or made to last, is nobody's link. */
  const macOf = (operator: number, until: number, token: string): Buffer =>
    createHmac('sha256', key)
      .update(JSON.stringify([operator, until, token]))
      .digest();
  return {
    make: async (transaction, operator) => {
      const token = randomBytes(32).toString('base64url');
      const made = now();
      const until = made + linkGoodMs;
      const link = { token_mac: macOf(operator, until, token), made, until };
      await transaction
        .insertInto('operator_links')
        .values({ operator, ...link })
        .onConflict((conflict) => conflict.column('operator').doUpdateSet(link))
        .execute();
      return { token, until };
    },
    find: async (token) => {
      // One of each operator at most. All are compared, whichever it is.
      const rows = await db
        .selectFrom('operator_links')
        .innerJoin('operators', 'operators.id', 'operator_links.operator')
        .selectAll('operators')
        .select(['token_mac', 'until'])
        .where('until', '>', now())
        .where('disabled_at', 'is', null)
        .execute();
      const [found] = rows.filter(({ id, until, token_mac }) => isSame(token_mac, macOf(id, until, token)));
      if (found === undefined) return null;
      const { until, token_mac: _, ...operator } = found;
      return { operator, until };
    },
    use: async (transaction, { operator: { id }, until }, token) => {
      // Whoever ends links locks the operator first too.
      await transaction.selectFrom('operators').select('id').where('id', '=', id).forUpdate().execute();
      const { numDeletedRows } = await transaction
        .deleteFrom('operator_links')
        .where('operator', '=', id)
        .where('token_mac', '=', macOf(id, until, token))
        .where('until', '>', now())
        .executeTakeFirst();
      return numDeletedRows === 1n;
    },
    end: async (transaction, operator) => {
      await transaction.deleteFrom('operator_links').where('operator', '=', operator).execute();
    },
  };
}

function isSame(one: Buffer, other: Buffer): boolean {
  return one.length === other.length && timingSafeEqual(one, other);
}
