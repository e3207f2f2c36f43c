import { Code, type calls } from '@fft/contract';
import { Refusal } from '../../refusals/refusal.ts';
import type { Handler } from '../../transport/http/route.ts';
import type { Account } from '../index.ts';

/** The customer's invite code and the number of registrations with it. */
export function createReadInvite({ invites }: Pick<Account, 'invites'>): Handler<typeof calls.user.invite> {
  return async (_input, { customer }) => {
    const code = await invites.codeOf(customer.id);
    if (code === null) throw new Refusal(Code.sessionInvalid, 'sessionInvalid');
    return { code, invited: await invites.count(code) };
  };
}
