import { calls } from '@fft/contract';
import { route, type Api } from '../../transport/http/route.ts';
import type { Account } from '../index.ts';
import { createBindEmail } from './bind-email.ts';
import { createFreeze, type OnFrozen } from '../locks/freeze.ts';
import { createReadInvite } from './invite.ts';
import { createListLogins } from './list-logins.ts';
import {
  createAddPasskey,
  createBeginPasskey,
  createListPasskeys,
  createRemovePasskey,
} from '../factors/manage-passkeys.ts';
import { createSendAccountCode } from '../codes/send-account-code.ts';
import { createReadProfile } from './read-profile.ts';
import { createRenewRecoveryCodes } from '../factors/renew-recovery-codes.ts';
import { createRevokeSession } from '../sessions/revoke-session.ts';
import { createListSessions } from '../sessions/list-sessions.ts';
import { createSetProfile, type ClaimUploads } from './set-profile.ts';
import { createSetPassword } from '../passwords/set-password.ts';
import { createBeginTotp } from '../factors/begin-totp.ts';
import { createConfirmTotp } from '../factors/confirm-totp.ts';
import { createRemoveTotp } from '../factors/remove-totp.ts';

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
