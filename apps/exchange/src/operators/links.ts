import { createHmac, hkdfSync, randomBytes } from 'node:crypto';
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
  /** Uses it up. False where somebody else was quicker, or it is over by now. */
  use(transaction: Transaction<Tables>, operator: number, token: string): Promise<boolean>;
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
  // Over whose it is and how long it is good: a row that somebody gives to another operator finds nobody.
  const macOf = (token: string, { operator, until }: { readonly operator: number; readonly until: number }): Buffer =>
    createHmac('sha256', key)
      .update(JSON.stringify([token, operator, until]))
      .digest();
  return {
    make: async (transaction, operator) => {
      const token = randomBytes(32).toString('base64url');
      const made = now();
      const until = made + linkGoodMs;
      const link = { token_mac: macOf(token, { operator, until }), made, until };
      await transaction
        .insertInto('operator_links')
        .values({ operator, ...link })
        .onConflict((conflict) => conflict.column('operator').doUpdateSet(link))
        .execute();
      return { token, until: link.until };
    },
    find: async (token) => {
      // One for each operator at most, so all of them are looked at.
      const rows = await db
        .selectFrom('operator_links')
        .innerJoin('operators', 'operators.id', 'operator_links.operator')
        .selectAll('operators')
        .select(['until', 'token_mac'])
        .where('until', '>', now())
        .where('disabled_at', 'is', null)
        .execute();
      const row = rows.find(({ id, until, token_mac }) => macOf(token, { operator: id, until }).equals(token_mac));
      if (row === undefined) return null;
      const { until, token_mac: _, ...operator } = row;
      return { operator, until };
    },
    use: async (transaction, operator, token) => {
      // Whoever ends links locks the operator first too.
      await transaction.selectFrom('operators').select('id').where('id', '=', operator).forUpdate().execute();
      const row = await transaction
        .selectFrom('operator_links')
        .select(['until', 'token_mac'])
        .where('operator', '=', operator)
        .where('until', '>', now())
        .executeTakeFirst();
      if (row === undefined || !macOf(token, { operator, until: row.until }).equals(row.token_mac)) return false;
      await transaction.deleteFrom('operator_links').where('operator', '=', operator).execute();
      return true;
    },
    end: async (transaction, operator) => {
      await transaction.deleteFrom('operator_links').where('operator', '=', operator).execute();
    },
  };
}
