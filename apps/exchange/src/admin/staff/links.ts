import { createHmac, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Kysely, Transaction } from 'kysely';
import type { Tables } from '../room.ts';
import type { OperatorRow } from './roster.ts';

/** A token is known only to the holder of its link. */
export interface OneTimeLink {
  readonly token: string;
  readonly until: number;
}

/** The operator of a valid link. */
export interface Enrolling {
  readonly operator: OperatorRow;
  readonly until: number;
}

/** One-time links for setting up a log-in. Each is valid once, for a day, until another is created for the operator. */
export interface Links {
  /** Creates a link; the operator's previous one becomes invalid. */
  make(transaction: Transaction<Tables>, operator: number): Promise<OneTimeLink>;
  /** The operator of a token; null if it is wrong, used, replaced or expired, all with the same work. */
  find(token: string): Promise<Enrolling | null>;
  /** Uses up a found link. False if another call was first or it has expired. */
  use(transaction: Transaction<Tables>, found: Enrolling, token: string): Promise<boolean>;
  end(transaction: Transaction<Tables>, operator: number): Promise<void>;
}

export interface LinksOptions {
  readonly db: Kysely<Tables>;
  /** The MAC key is derived from it. */
  readonly secret: string;
  readonly now: () => number;
}

const linkGoodMs = 24 * 3_600_000;

export function createLinks({ db, secret, now }: LinksOptions): Links {
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'operator links', 32));
  /** Covers operator and expiry: a row that is moved to another operator or extended is invalid. */
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
      // At most one per operator. All are compared, to take the same time.
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
      // Locks the operator first, as the code that ends links does.
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
