import { Code, type calls } from '@fft/contract';
import { Refusal } from '../../refusals/refusal.ts';
import type { Handler } from '../../transport/http/route.ts';
import type { Account } from '../index.ts';
import { contactOf } from '../profile/contact.ts';

type Parts = Pick<Account, 'customers' | 'confirmPassword' | 'secondFactor'>;

/** Gives a secret for an authenticator app. Whoever found an open session must not put his own app before the account. */
export function createTotpBegin({
  customers,
  confirmPassword,
  secondFactor,
}: Parts): Handler<typeof calls.user.beginTotp> {
  return async ({ password }, context) => {
    const { id } = context.customer;
    await confirmPassword(context, password);
    const { email } = await contactOf(customers, id);
    const begun = await secondFactor.begin(id, email ?? `FFT-${id}`);
    if (begun === null) throw new Refusal(Code.conflict, 'totpSetAlready');
    return begun;
  };
}
