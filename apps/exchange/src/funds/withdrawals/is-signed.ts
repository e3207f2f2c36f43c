import type { Transaction } from 'kysely';
import type { Tables } from '../room.ts';

/** True if a transaction is signed and recorded for a withdrawal: it may land regardless of later decisions. */
export async function isSigned(transaction: Transaction<Tables>, id: number): Promise<boolean> {
  const signed = await transaction
    .selectFrom('chain_payments')
    .select('id')
    .where('purpose', '=', 'withdrawal')
    .where('reference', '=', id)
    .where('state', '<>', 'reserved')
    .executeTakeFirst();
  return signed !== undefined;
}
