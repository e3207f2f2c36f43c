import { calls, Code } from '@fft/contract';
import { route, type Api, type Handler } from '../../transport/http/route.ts';
import type { Account, Logins, Sessions } from '../index.ts';
import { createBindEmail } from './bind-email.ts';
import { createFreeze, type OnFrozen } from '../locks/freeze.ts';
import {
  createAddPasskey,
  createBeginPasskey,
  createListPasskeys,
  createRemovePasskey,
} from '../factors/manage-passkeys.ts';
import { createSendAccountCode } from '../codes/send-account-code.ts';
import { createReadProfile } from './read-profile.ts';
import { createSetProfile, type ClaimUploads } from './set-profile.ts';
import { createSetPassword } from '../passwords/set-password.ts';
import { Refusal } from '../../refusals/refusal.ts';
import { contactOf } from './contact.ts';
import { sessionOrigin } from '../../transport/http/origin.ts';
import { cursorAfter, readCursor } from '../../transport/http/cursor.ts';

/** Services of other modules that this one needs. */
export interface UserCallsOptions {
  readonly account: Account;
  readonly claimUploads: ClaimUploads;
  readonly onFrozen: OnFrozen;
}

/** Binds the calls about the customer's own account. */
export function bindUserCalls(api: Api, { account, claimUploads, onFrozen }: UserCallsOptions): void {
  const { user } = calls;
  route(api, user.read, createReadProfile(account.customers));
  route(api, user.sendCode, createSendAccountCode(account));
  route(api, user.setPassword, createSetPassword(account));
  route(api, user.bindEmail, createBindEmail(account));
  route(api, user.setProfile, createSetProfile(account, claimUploads));
  route(api, user.sessions, createListSessions(account.sessions));
  route(api, user.revokeSession, createRevokeSession(account.sessions));
  route(api, user.logins, createListLogins(account.logins));
  route(api, user.invite, createReadInvite(account));
  route(api, user.beginTotp, createBeginTotp(account));
  route(api, user.confirmTotp, createConfirmTotp(account));
  route(api, user.removeTotp, createRemoveTotp(account));
  route(api, user.renewRecoveryCodes, createRenewRecoveryCodes(account));
  route(api, user.beginPasskey, createBeginPasskey(account));
  route(api, user.addPasskey, createAddPasskey(account));
  route(api, user.passkeys, createListPasskeys(account));
  route(api, user.removePasskey, createRemovePasskey(account));
  route(api, user.freeze, createFreeze(account, onFrozen));
}

type BeginTotpOptions = Pick<Account, 'customers' | 'confirmPassword' | 'secondFactor'>;

/** Returns a secret for an authenticator app. The password is required, so that an open session is not enough to add a thief's app. */
function createBeginTotp({
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

type ConfirmTotpOptions = Pick<Account, 'db' | 'secondFactor' | 'notify'>;

/** Activates the authenticator app after its first right code, and returns the recovery codes. */
function createConfirmTotp(options: ConfirmTotpOptions): Handler<typeof calls.user.confirmTotp> {
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

type RemoveTotpOptions = Pick<Account, 'db' | 'secondFactor' | 'holds' | 'notify'>;

/** Removes the authenticator app by one of its codes, or by a recovery code if the app is lost. */
function createRemoveTotp(options: RemoveTotpOptions): Handler<typeof calls.user.removeTotp> {
  const { db, secondFactor, holds, notify } = options;
  return async ({ totp }, context) => {
    const { id } = context.customer;
    if (!(await secondFactor.isSet(id))) throw new Refusal(Code.conflict, 'totpNotSet');
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
function createRenewRecoveryCodes(options: RenewRecoveryCodesOptions): Handler<typeof calls.user.renewRecoveryCodes> {
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

/** The customer's invite code and the number of registrations with it. */
function createReadInvite({ invites }: Pick<Account, 'invites'>): Handler<typeof calls.user.invite> {
  return async (_input, { customer }) => {
    const code = await invites.codeOf(customer.id);
    if (code === null) throw new Refusal(Code.sessionInvalid, 'sessionInvalid');
    return { code, invited: await invites.count(code) };
  };
}

/** Successful and failed log-ins to the customer's account. */
function createListLogins(logins: Logins): Handler<typeof calls.user.logins> {
  return async ({ limit, cursor }, { customer }) => {
    const found = await logins.list(customer.id, { before: readCursor(cursor), limit });
    const page = found.slice(0, limit);
    const last = page.at(-1);
    return {
      items: page.map(({ id, userAgent, ...login }) => ({ id: String(id), device: userAgent, ...login })),
      next: found.length > limit && last !== undefined ? cursorAfter(last.id) : null,
    };
  };
}

/** The customer's open sessions. */
function createListSessions(sessions: Sessions): Handler<typeof calls.user.sessions> {
  return async (_input, { customer }) => {
    const open = await sessions.list(customer.id);
    return open.map(({ userAgent, ...session }) => ({
      ...session,
      device: userAgent,
      current: session.id === customer.sessionId,
    }));
  };
}

/** Ends one of the customer's sessions; another customer's is reported as not found. */
function createRevokeSession(sessions: Sessions): Handler<typeof calls.user.revokeSession> {
  return async ({ id }, { customer }) => {
    if (!(await sessions.endOf(customer.id, id))) throw new Refusal(Code.notFound, 'unknownSession');
    return null;
  };
}
