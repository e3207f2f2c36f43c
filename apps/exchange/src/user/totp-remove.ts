import { Code, type calls } from '@fft/contract';
import { Refusal } from '../http/refusal.ts';
import type { Handler } from '../http/route.ts';
import { sessionOrigin } from '../http/origin.ts';
import type { Account } from '../passport/index.ts';
import { contactOf } from './contact.ts';

type Parts = Pick<Account, 'db' | 'customers' | 'secondFactor' | 'holds' | 'notify'>;

/** Removes the second factor by a code of it, or by a recovery code where the app is lost. */
export function createTotpRemove(parts: Parts): Handler<typeof calls.user.totpremove> {
  const { db, customers, secondFactor, holds, notify } = parts;
  return async ({ totp }, context) => {
    const { id } = context.customer;
    if (!(await secondFactor.isSet(id))) throw new Refusal(Code.conflict, 'totpNotSet');
    await secondFactor.require(id, totp, sessionOrigin(context));
    await db.transaction().execute(async (transaction) => {
      await secondFactor.remove(transaction, id);
      await holds.begin(transaction, id, 'secondFactor');
    });
    await notify('totpRemoved', await contactOf(customers, id), context);
    return null;
  };
}
