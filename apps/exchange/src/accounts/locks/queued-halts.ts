import type { Kysely, Transaction } from 'kysely';
import type { Tables } from '../../database/tables.ts';

/**
 * Notes in the transaction of a lock that what the customer has on its way is to be cancelled, so that it is also where the process dies before
 * it was. `operator` is who wants it, null the customer himself.
 */
export async function queueAccountHalt(
  transaction: Transaction<Tables>,
  customer: number,
  operator: string | null,
): Promise<void> {
  await transaction
    .insertInto('owed_stops')
    .values({ customer, operator })
    .onConflict((conflict) => conflict.column('customer').doUpdateSet({ operator }))
    .execute();
}

/** Nothing is owed any more: all was cancelled, or the account is open again. */
export async function dequeueAccountHalt(db: Kysely<Tables> | Transaction<Tables>, customer: number): Promise<void> {
  await db.deleteFrom('owed_stops').where('customer', '=', customer).execute();
}
