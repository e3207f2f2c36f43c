import { Code, type calls } from '@fft/contract';
import { Refusal } from '../../refusals/refusal.ts';
import type { Handler } from '../../transport/http/route.ts';
import { sessionOrigin } from '../../transport/http/origin.ts';
import type { Account } from '../index.ts';

type RenewRecoveryCodesOptions = Pick<Account, 'db' | 'secondFactor' | 'recovery' | 'notify'>;

/** Replaces the recovery codes after the old ones were used or lost. */
export function createRenewRecoveryCodes(
  options: RenewRecoveryCodesOptions,
): Handler<typeof calls.user.renewRecoveryCodes> {
  const { db, secondFactor, recovery, notify } = options;
  return async ({ totp }, context) => {
    const { id } = context.customer;
    if (!(await secondFactor.isSet(id))) throw new Refusal(Code.conflict, 'totpNotSet');
    await secondFactor.require(id, totp, sessionOrigin(context));
    const recoveryCodes = await db.transaction().execute(async (transaction) => {
      await notify(transaction, 'recoveryRenewed', { customer: id, session: context.customer.sessionId });
      return recovery.renew(transaction, id);
    });
    return { recoveryCodes };
  };
}
