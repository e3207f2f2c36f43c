import type { Transaction } from 'kysely';
import type { Tables } from '../../database/tables.ts';

/** Whether something is signed for a withdrawal, and written down: it may land, whatever is decided now. */
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
