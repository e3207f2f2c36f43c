import { calls } from '@fft/contract';
import { route, type Api, type Handler } from '../../transport/http/route.ts';
import type { Account, Logins } from '../index.ts';
import { createBindEmail } from './bind-email.ts';
import { createFreeze, type OnFrozen } from '../locks/freeze.ts';
import {
  createAddPasskey,
  createBeginPasskey,
  createListPasskeys,
  createRemovePasskey,
} from '../factors/manage-passkeys.ts';
import {
  createBeginTotp,
  createConfirmTotp,
  createRemoveTotp,
  createRenewRecoveryCodes,
} from '../factors/manage-totp.ts';
import { createSendAccountCode } from '../codes/send-account-code.ts';
import { createReadProfile } from './read-profile.ts';
import { createSetProfile, type ClaimUploads } from './set-profile.ts';
import { createSetPassword } from '../passwords/set-password.ts';
import { createListSessions, createRevokeSession } from '../sessions/manage-sessions.ts';
import { refuse } from '../refusals.ts';
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

/** The customer's invite code and the number of registrations with it. */
function createReadInvite({ invites }: Pick<Account, 'invites'>): Handler<typeof calls.user.invite> {
  return async (_input, { customer }) => {
    const code = await invites.codeOf(customer.id);
    if (code === null) throw refuse('sessionInvalid');
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
