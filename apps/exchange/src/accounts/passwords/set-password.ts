import type { CallParameters, calls } from '@fft/contract';
import type { Context } from '../../transport/http/context.ts';
import { FieldRefusal } from '../../refusals/refusal.ts';
import { refuse } from '../refusals.ts';
import type { Handler } from '../../transport/http/route.ts';
import { hashRequesterOf, sessionOrigin } from '../../transport/http/origin.ts';
import type { Account } from '../index.ts';
import { boundEmail, boundToCustomer, contactOf } from '../profile/contact.ts';

type SetPass = typeof calls.user.setPassword;
type Input = CallParameters<SetPass>;
type LoginInput = Extract<Input, { type: 'login' }>;
type PayInput = Extract<Input, { type: 'pay' }>;

/** Sets the log-in password or the transaction password. Both need a code, and the second factor if one is set. */
export function createSetPassword(account: Account): Handler<SetPass> {
  const { db, customers, codes, passwords, payPassword, secondFactor, holds, notify } = account;

  async function checkCode(purpose: 'login' | 'pay', input: Input, context: Context<'required'>): Promise<string> {
    const customer = context.customer.id;
    const address = boundEmail(await contactOf(customers, customer));
    const { code, flow } = input;
    const guess = { code, flow, origin: sessionOrigin(context) };
    const codeId = await codes.check({ purpose, address, boundTo: boundToCustomer(customer) }, guess);
    if (codeId === null) throw refuse('wrongCode');
    return codeId;
  }

  async function setLogin(input: LoginInput, context: Context<'required'>): Promise<void> {
    const { id, sessionId } = context.customer;
    const origin = sessionOrigin(context);
    const { email } = await contactOf(customers, id);
    account.refuseBadPassword(input, email ?? '');
    const codeId = await checkCode('login', input, context);
    await account.confirmPassword(context, input.oldPassword);
    await secondFactor.require(id, input.totp, origin);
    await account.changePassword(id, {
      codeId,
      password: input.password,
      requester: hashRequesterOf(origin),
      exceptSession: sessionId,
    });
  }

  async function setPay(input: PayInput, context: Context<'required'>): Promise<void> {
    const { customer } = context;
    const origin = sessionOrigin(context);
    if (payPassword.isCommon(input.password)) throw new FieldRefusal({ password: 'payPasswordTooCommon' });
    if (input.password !== input.passwordConfirm) throw new FieldRefusal({ passwordConfirm: 'passwordMismatch' });
    const codeId = await checkCode('pay', input, context);
    await secondFactor.require(customer.id, input.totp, origin);
    const passwordHash = await passwords.hash(input.password, hashRequesterOf(origin));
    await db.transaction().execute(async (transaction) => {
      if (!(await codes.useUp(transaction, codeId))) throw refuse('wrongCode');
      const wasSet = await payPassword.set(transaction, customer.id, passwordHash);
      if (wasSet) await holds.begin(transaction, customer.id, 'payPassword');
      await notify(transaction, 'payPassword', { customer: customer.id, session: customer.sessionId });
    });
  }

  return async (input, context) => {
    if (input.type === 'login') await setLogin(input, context);
    else await setPay(input, context);
    return null;
  };
}
