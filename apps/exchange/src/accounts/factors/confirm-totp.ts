import { Code, type calls } from '@fft/contract';
import { Refusal } from '../../refusals/refusal.ts';
import type { Handler } from '../../transport/http/route.ts';
import { sessionOrigin } from '../../transport/http/origin.ts';
import type { Account } from '../index.ts';

type ConfirmTotpOptions = Pick<Account, 'db' | 'secondFactor' | 'notify'>;

/** Activates the authenticator app after its first right code, and returns the recovery codes. */
export function createConfirmTotp(options: ConfirmTotpOptions): Handler<typeof calls.user.confirmTotp> {
  const { db, secondFactor, notify } = options;
  return async ({ totp }, context) => {
    const { id } = context.customer;
    const confirm = await secondFactor.confirm(id, totp, sessionOrigin(context));
    if (confirm === null) throw new Refusal(Code.conflict, 'totpNotBegun');
    const recoveryCodes = await db.transaction().execute(async (transaction) => {
      await notify(transaction, 'totpSet', { customer: id, session: context.customer.sessionId });
      return confirm(transaction);
    });
    return { recoveryCodes };
  };
}
