import type { Kysely, Transaction } from 'kysely';
import type { Tables } from '../room.ts';

/**
 * Queues the cancellation of a customer's orders and withdrawals in the transaction of a lock, so that it survives a crash.
 * `operator` requested it; null for the customer.
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

/** Removes the entry once all is cancelled or the account is unlocked. */
export async function dequeueAccountHalt(db: Kysely<Tables> | Transaction<Tables>, customer: number): Promise<void> {
  await db.deleteFrom('owed_stops').where('customer', '=', customer).execute();
}
