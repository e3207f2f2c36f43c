import { Code, type calls } from '@fft/contract';
import { Refusal } from '../../refusals/refusal.ts';
import type { Handler } from '../../transport/http/route.ts';
import { sessionOrigin } from '../../transport/http/origin.ts';
import type { Account } from '../index.ts';
import { contactOf } from '../profile/contact.ts';

type RenewRecoveryCodesOptions = Pick<Account, 'db' | 'customers' | 'secondFactor' | 'recovery' | 'notify'>;

/** Replaces the recovery codes after the old ones were used or lost. */
export function createRenewRecoveryCodes(
  options: RenewRecoveryCodesOptions,
): Handler<typeof calls.user.renewRecoveryCodes> {
  const { db, customers, secondFactor, recovery, notify } = options;
  return async ({ totp }, context) => {
    const { id } = context.customer;
    if (!(await secondFactor.isSet(id))) throw new Refusal(Code.conflict, 'totpNotSet');
    await secondFactor.require(id, totp, sessionOrigin(context));
    const recoveryCodes = await db.transaction().execute((transaction) => recovery.renew(transaction, id));
    await notify('recoveryRenewed', await contactOf(customers, id), context);
    return { recoveryCodes };
  };
}
