import type { calls } from '@fft/contract';
import type { Handler } from '../../transport/http/route.ts';
import type { Account } from '../index.ts';
import { suspendApiKeys } from '../keys/api-key-rows.ts';

type FreezeOptions = Pick<Account, 'db' | 'customers' | 'sessions' | 'confirmPassword' | 'notify' | 'pausePlans'>;

/** Called after a customer locked their account, to cancel their orders and withdrawals. */
export type OnFrozen = (customer: number) => Promise<void>;

/** Locks the customer's own account, ends all its sessions, this one included, and suspends its API keys. */
export function createFreeze(options: FreezeOptions, onFrozen: OnFrozen): Handler<typeof calls.user.freeze> {
  const { db, customers, sessions, confirmPassword, notify, pausePlans } = options;
  return async ({ password }, context) => {
    const { id } = context.customer;
    await confirmPassword(context, password);
    const ended = await db.transaction().execute(async (transaction) => {
      await customers.lock(transaction, id);
      await pausePlans(transaction, id);
      await notify(transaction, 'frozen', { customer: id, session: context.customer.sessionId });
      return [
        ...(await sessions.endAll(transaction, id, { reason: 'frozen' })),
        ...(await suspendApiKeys(transaction, id)),
      ];
    });
    sessions.announce(ended);
    await onFrozen(id);
    return null;
  };
}
