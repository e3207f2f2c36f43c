import type { calls } from '@fft/contract';
import { FieldRefusal } from '../../refusals/refusal.ts';
import { refuse } from '../refusals.ts';
import type { Handler } from '../../transport/http/route.ts';
import { sessionOrigin } from '../../transport/http/origin.ts';
import type { Account, Guess } from '../index.ts';
import { boundToCustomer, contactOf } from './contact.ts';
import { readSelf } from './read-profile.ts';

/** Binds an address by the code sent to it. Replacing one also needs a code from the old address and holds withdrawals, so that a thief can't take the account. */
export function createBindEmail(account: Account): Handler<typeof calls.user.bindEmail> {
  const { db, customers, codes, secondFactor, holds, sessions, notify } = account;

  async function check(purpose: 'bind' | 'unbind', address: string, of: Guess & { customer: number }) {
    const codeId = await codes.check({ purpose, address, boundTo: boundToCustomer(of.customer) }, of);
    if (codeId === null) throw refuse('wrongCode');
    return codeId;
  }

  return async ({ email, code, flow, oldCode, oldFlow, totp }, context) => {
    const { id, sessionId } = context.customer;
    const origin = sessionOrigin(context);
    const old = await contactOf(customers, id);
    if (old.email === email) throw new FieldRefusal({ email: 'sameEmail' });
    if (old.email !== null && oldCode === undefined) throw new FieldRefusal({ oldCode: 'blank' });
    const codeIds = [await check('bind', email, { customer: id, code, flow, origin })];
    if (old.email !== null && oldCode !== undefined) {
      codeIds.push(await check('unbind', old.email, { customer: id, code: oldCode, flow: oldFlow, origin }));
    }
    await secondFactor.require(id, totp, origin);
    const ended = await db.transaction().execute(async (transaction) => {
      for (const codeId of codeIds) {
        if (!(await codes.useUp(transaction, codeId))) throw refuse('wrongCode');
      }
      if (!(await customers.change(transaction, id, { email }))) throw refuse('emailTaken');
      const mailTo = old.email ?? undefined;
      await notify(transaction, 'email', { customer: id, session: sessionId, mailTo });
      if (old.email === null) return [];
      await holds.begin(transaction, id, 'email');
      return sessions.endAll(transaction, id, { reason: 'email', except: sessionId });
    });
    sessions.announce(ended);
    return readSelf(customers, id, context.lang);
  };
}
