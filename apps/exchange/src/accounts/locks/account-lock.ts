import type { Kysely } from 'kysely';
import { writeAudit } from '../../audit/audit.ts';
import type { Tables } from '../../database/tables.ts';
import { deleteApiKeys } from '../keys/api-key-rows.ts';
import { endingTransaction, type EndingOptions } from '../sessions/ending-transaction.ts';
import { forgetDevices } from '../sign-in/device-keys.ts';
import { dequeueAccountHalt, queueAccountHalt } from './queued-halts.ts';

export interface LockAct {
  readonly customer: number;
  readonly operator: string;
  readonly time: number;
  /** The operator's reason. */
  readonly reason?: string;
  /** True to cancel open orders and withdrawals in review too. */
  readonly cancel?: boolean;
}

/** The operators' side of locks. Both return false if there is no such customer or nothing to change, and are recorded in the audit log. */
export async function lockAccount(ending: EndingOptions, act: LockAct): Promise<boolean> {
  const { customer, operator, time, reason, cancel = true } = act;
  return endingTransaction(ending, async (transaction, publishEnded) => {
    const row = await transaction
      .updateTable('customers')
      .set({ locked_at: time, locked_by: 'operator' })
      .where('id', '=', customer)
      .where('locked_at', 'is', null)
      .returning('id')
      .executeTakeFirst();
    if (row === undefined) return false;
    if (cancel) await queueAccountHalt(transaction, customer, operator);
    const ended = await transaction.deleteFrom('sessions').where('customer', '=', customer).returning('id').execute();
    await forgetDevices(transaction, { realm: 'customer', account: customer });
    const keys = await deleteApiKeys(transaction, customer);
    await publishEnded([...ended.map(({ id }) => id), ...keys]);
    const target = `customer ${customer}`;
    const after = { lockedBy: 'operator', ...(reason !== undefined && { reason }) };
    await writeAudit(transaction, { time, operator, act: 'account.lock', target, after });
    return true;
  });
}

/** Unlocks an account, whether an operator or the customer locked it. */
export async function unlockAccount(
  db: Kysely<Tables>,
  { customer, operator, time, reason }: LockAct,
): Promise<boolean> {
  return db.transaction().execute(async (transaction) => {
    const before = await transaction
      .selectFrom('customers')
      .select(['locked_at as lockedAt', 'locked_by as lockedBy'])
      .where('id', '=', customer)
      .where('locked_at', 'is not', null)
      .forUpdate()
      .executeTakeFirst();
    if (before === undefined) return false;
    await transaction
      .updateTable('customers')
      .set({ locked_at: null, locked_by: null })
      .where('id', '=', customer)
      .execute();
    await dequeueAccountHalt(transaction, customer);
    const target = `customer ${customer}`;
    const after = reason === undefined ? {} : { after: { reason } };
    await writeAudit(transaction, { time, operator, act: 'account.unlock', target, before, ...after });
    return true;
  });
}
