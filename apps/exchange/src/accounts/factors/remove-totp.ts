import { Code, type calls } from '@fft/contract';
import { Refusal } from '../../refusals/refusal.ts';
import type { Handler } from '../../transport/http/route.ts';
import { sessionOrigin } from '../../transport/http/origin.ts';
import type { Account } from '../index.ts';

type RemoveTotpOptions = Pick<Account, 'db' | 'secondFactor' | 'holds' | 'notify'>;

/** Removes the authenticator app by one of its codes, or by a recovery code if the app is lost. */
export function createRemoveTotp(options: RemoveTotpOptions): Handler<typeof calls.user.removeTotp> {
  const { db, secondFactor, holds, notify } = options;
  return async ({ totp }, context) => {
    const { id } = context.customer;
    if (!(await secondFactor.isSet(id))) throw new Refusal(Code.conflict, 'totpNotSet');
    await secondFactor.require(id, totp, sessionOrigin(context));
    await db.transaction().execute(async (transaction) => {
      await secondFactor.remove(transaction, id);
      await holds.begin(transaction, id, 'secondFactor');
      await notify(transaction, 'totpRemoved', { customer: id, session: context.customer.sessionId });
    });
    return null;
  };
}
