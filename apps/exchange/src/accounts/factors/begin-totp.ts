import { Code, type calls } from '@fft/contract';
import { Refusal } from '../../refusals/refusal.ts';
import type { Handler } from '../../transport/http/route.ts';
import type { Account } from '../index.ts';
import { contactOf } from '../profile/contact.ts';

type BeginTotpOptions = Pick<Account, 'customers' | 'confirmPassword' | 'secondFactor'>;

/** Returns a secret for an authenticator app. The password is required, so that an open session is not enough to add a thief's app. */
export function createBeginTotp({
  customers,
  confirmPassword,
  secondFactor,
}: BeginTotpOptions): Handler<typeof calls.user.beginTotp> {
  return async ({ password }, context) => {
    const { id } = context.customer;
    await confirmPassword(context, password);
    const { email } = await contactOf(customers, id);
    const begun = await secondFactor.begin(id, email);
    if (begun === null) throw new Refusal(Code.conflict, 'totpSetAlready');
    return begun;
  };
}
