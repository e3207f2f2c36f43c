import { randomBytes } from 'node:crypto';
import { sql, type Kysely } from 'kysely';
import type { Tables } from '../database/tables.ts';

/**
 * The number of the account that holds the exchange's own money, which manual credits come from. It is made at the first start: a customer's
 * account like others, that has no address and so can't be entered.
 */
export function openTreasury(db: Kysely<Tables>, now: () => number): Promise<number> {
  return db.transaction().execute(async (transaction) => {
    await sql`select pg_advisory_xact_lock(hashtextextended('treasury', 0))`.execute(transaction);
    const known = await transaction.selectFrom('treasury').select('customer').executeTakeFirst();
    if (known) return known.customer;
    const { id } = await transaction
      .insertInto('customers')
      .values({
        email: null,
        nickname: 'Treasury',
        password_hash: randomBytes(32).toString('base64url'),
        lang: 'en',
        up_color: 'green',
        invite_code: null,
        created: now(),
        last_login: null,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    await transaction.insertInto('treasury').values({ customer: id }).execute();
    return id;
  });
}
