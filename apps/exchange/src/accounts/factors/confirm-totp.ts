import { Code, type calls } from '@fft/contract';
import { Refusal } from '../../refusals/refusal.ts';
import type { Handler } from '../../transport/http/route.ts';
import { sessionOrigin } from '../../transport/http/origin.ts';
import type { Account } from '../index.ts';
import { contactOf } from '../profile/contact.ts';

type ConfirmTotpOptions = Pick<Account, 'db' | 'customers' | 'secondFactor' | 'notify'>;

/** Activates the authenticator app after its first right code, and returns the recovery codes. */
export function createConfirmTotp(options: ConfirmTotpOptions): Handler<typeof calls.user.confirmTotp> {
  const { db, customers, secondFactor, notify } = options;
  return async ({ totp }, context) => {
    const { id } = context.customer;
    const confirm = await secondFactor.confirm(id, totp, sessionOrigin(context));
    if (confirm === null) throw new Refusal(Code.conflict, 'totpNotBegun');
    const recoveryCodes = await db.transaction().execute(confirm);
    await notify('totpSet', await contactOf(customers, id), context);
    return { recoveryCodes };
  };
}
