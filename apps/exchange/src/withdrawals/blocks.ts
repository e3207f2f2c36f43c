import type { Transaction } from 'kysely';
import type { Tables } from '../database/tables.ts';

/** What keeps every withdrawal of an account from being paid, whoever approved it and whenever. */
export type Block = 'accountLocked' | 'accountHeld' | 'depositLost';

/**
 * What stops an account just now; null where nothing does. Until the transaction ends nobody locks the account: either the lock is seen, or it comes after what the
 * transaction does.
 */
export async function blockOf(transaction: Transaction<Tables>, customer: number, time: number): Promise<Block | null> {
  const account = await transaction
    .selectFrom('customers')
    .select('locked_at')
    .where('id', '=', customer)
    .forShare()
    .executeTakeFirst();
  if (account && account.locked_at !== null) return 'accountLocked';
  const held = await transaction
    .selectFrom('holds')
    .select('until')
    .where('customer', '=', customer)
    .where('until', '>', time)
    .executeTakeFirst();
  if (held) return 'accountHeld';
  const lost = await transaction
    .selectFrom('chain_deposits')
    .select('id')
    .where('customer', '=', customer)
    .where('state', '=', 'lost')
    .limit(1)
    .executeTakeFirst();
  return lost ? 'depositLost' : null;
}
