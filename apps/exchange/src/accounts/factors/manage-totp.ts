import type { calls } from '@fft/contract';
import { refuse } from '../refusals.ts';
import { sessionOrigin } from '../../transport/http/origin.ts';
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
    if (begun === null) throw refuse('totpSetAlready');
    return begun;
  };
}

type ConfirmTotpOptions = Pick<Account, 'db' | 'secondFactor' | 'notify'>;

/** Activates the authenticator app after its first right code, and returns the recovery codes. */
export function createConfirmTotp(options: ConfirmTotpOptions): Handler<typeof calls.user.confirmTotp> {
  const { db, secondFactor, notify } = options;
  return async ({ totp }, context) => {
    const { id } = context.customer;
    const confirm = await secondFactor.confirm(id, totp, sessionOrigin(context));
    if (confirm === null) throw refuse('totpNotBegun');
    const recoveryCodes = await db.transaction().execute(async (transaction) => {
      await notify(transaction, 'totpSet', { customer: id, session: context.customer.sessionId });
      return confirm(transaction);
    });
    return { recoveryCodes };
  };
}

type RemoveTotpOptions = Pick<Account, 'db' | 'secondFactor' | 'holds' | 'notify'>;

/** Removes the authenticator app by one of its codes, or by a recovery code if the app is lost. */
export function createRemoveTotp(options: RemoveTotpOptions): Handler<typeof calls.user.removeTotp> {
  const { db, secondFactor, holds, notify } = options;
  return async ({ totp }, context) => {
    const { id } = context.customer;
    if (!(await secondFactor.isSet(id))) throw refuse('totpNotSet');
    await secondFactor.require(id, totp, sessionOrigin(context));
    await db.transaction().execute(async (transaction) => {
      await secondFactor.remove(transaction, id);
      await holds.begin(transaction, id, 'secondFactor');
      await notify(transaction, 'totpRemoved', { customer: id, session: context.customer.sessionId });
    });
    return null;
  };
}

type RenewRecoveryCodesOptions = Pick<Account, 'db' | 'secondFactor' | 'recovery' | 'notify'>;

/** Replaces the recovery codes after the old ones were used or lost. */
export function createRenewRecoveryCodes(
  options: RenewRecoveryCodesOptions,
): Handler<typeof calls.user.renewRecoveryCodes> {
  const { db, secondFactor, recovery, notify } = options;
  return async ({ totp }, context) => {
    const { id } = context.customer;
    if (!(await secondFactor.isSet(id))) throw refuse('totpNotSet');
    await secondFactor.require(id, totp, sessionOrigin(context));
    const recoveryCodes = await db.transaction().execute(async (transaction) => {
      await notify(transaction, 'recoveryRenewed', { customer: id, session: context.customer.sessionId });
      return recovery.renew(transaction, id);
    });
    return { recoveryCodes };
  };
}
