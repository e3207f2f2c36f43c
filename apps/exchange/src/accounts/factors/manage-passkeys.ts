import type { calls } from '@fft/contract';
import { refuse } from '../refusals.ts';
import type { Handler } from '../../transport/http/route.ts';
import { sessionOrigin } from '../../transport/http/origin.ts';
import type { Account } from '../index.ts';
import { contactOf } from '../profile/contact.ts';

type PasskeyOptions = Pick<
  Account,
  'db' | 'customers' | 'passkeys' | 'confirmPassword' | 'secondFactor' | 'holds' | 'notify'
>;
type OfferedPasskeys = NonNullable<Account['passkeys']>;

function requirePasskeys({ passkeys }: Pick<Account, 'passkeys'>): OfferedPasskeys {
  if (passkeys === null) throw refuse('passkeysNotOffered');
  return passkeys;
}

/** Begins to add a passkey. It replaces both factors at log-in, so both are required here. */
export function createBeginPasskey(account: PasskeyOptions): Handler<typeof calls.user.beginPasskey> {
  const { customers, confirmPassword, secondFactor } = account;
  return async ({ password, totp }, context) => {
    const { id } = context.customer;
    const passkeys = requirePasskeys(account);
    await confirmPassword(context, password);
    await secondFactor.require(id, totp, sessionOrigin(context));
    const { email } = await contactOf(customers, id);
    return { options: await passkeys.beginAdding(id, email) };
  };
}

/** Saves the passkey that the device created. */
export function createAddPasskey(account: PasskeyOptions): Handler<typeof calls.user.addPasskey> {
  const { db, notify } = account;
  return async ({ name, response }, context) => {
    const { id } = context.customer;
    const passkeys = requirePasskeys(account);
    const passkey = await passkeys.verifyNew(id, response);
    if (passkey === null) throw refuse('passkeyRefused');
    await db.transaction().execute(async (transaction) => {
      const added = await passkeys.add(transaction, id, { ...passkey, name });
      if (!added) throw refuse('passkeyKnown');
      await notify(transaction, 'passkeyAdded', { customer: id, session: context.customer.sessionId });
    });
    return passkeys.list(id);
  };
}

/** The customer's passkeys; empty if passkeys are not available. */
export function createListPasskeys({ passkeys }: PasskeyOptions): Handler<typeof calls.user.passkeys> {
  return (_input, { customer }) => passkeys?.list(customer.id) ?? [];
}

/** Removes one of the customer's passkeys; another customer's is reported as not found. */
export function createRemovePasskey(account: PasskeyOptions): Handler<typeof calls.user.removePasskey> {
  const { db, confirmPassword, holds, notify } = account;
  return async ({ id: passkey, password }, context) => {
    const { id } = context.customer;
    const passkeys = requirePasskeys(account);
    await confirmPassword(context, password);
    await db.transaction().execute(async (transaction) => {
      if (!(await passkeys.remove(transaction, id, passkey))) throw refuse('unknownPasskey');
      await holds.begin(transaction, id, 'secondFactor');
      await notify(transaction, 'passkeyRemoved', { customer: id, session: context.customer.sessionId });
    });
    return passkeys.list(id);
  };
}
