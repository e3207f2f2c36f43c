import { randomBytes } from 'node:crypto';
import { sql, type Kysely } from 'kysely';
import type { Tables } from './room.ts';

/**
 * The number of the account with the exchange's own money, the source of manual credits. It is created at the first start as a customer account
 * without an address, so no one can log in to it.
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
