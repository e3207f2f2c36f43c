import { calls } from '@fft/contract';
import { route, type Api } from '../../transport/http/route.ts';
import type { Account } from '../index.ts';
import { createBindEmail } from './bind-email.ts';
import { createFreeze, type OnFrozen } from '../locks/freeze.ts';
import { createInvite } from './invite.ts';
import { createLoginList } from './list-logins.ts';
import {
  createPasskeyAdd,
  createPasskeyAddBegin,
  createPasskeyList,
  createPasskeyRemove,
} from '../factors/manage-passkeys.ts';
import { createSendAccountCode } from '../codes/send-account-code.ts';
import { createRead } from './read-profile.ts';
import { createRecoveryRenew } from '../factors/renew-recovery-codes.ts';
import { createRevoke } from '../sessions/revoke-session.ts';
import { createSessionList } from '../sessions/list-sessions.ts';
import { createSetProfile, type ClaimUploads } from './set-profile.ts';
import { createSetPassword } from '../passwords/set-password.ts';
import { createTotpBegin } from '../factors/begin-totp.ts';
import { createTotpConfirm } from '../factors/confirm-totp.ts';
import { createTotpRemove } from '../factors/remove-totp.ts';

/** Services of other modules that this one needs. */
export interface UserParts {
  readonly account: Account;
  readonly claimUploads: ClaimUploads;
  readonly onFrozen: OnFrozen;
}

/** Binds the calls about the customer's own account. */
export function bindUserCalls(api: Api, { account, claimUploads, onFrozen }: UserParts): void {
  const { user } = calls;
  route(api, user.read, createRead(account.customers));
  route(api, user.sendCode, createSendAccountCode(account));
  route(api, user.setPassword, createSetPassword(account));
  route(api, user.bindEmail, createBindEmail(account));
  route(api, user.setProfile, createSetProfile(account, claimUploads));
  route(api, user.sessions, createSessionList(account.sessions));
  route(api, user.revokeSession, createRevoke(account.sessions));
  route(api, user.logins, createLoginList(account.logins));
  route(api, user.invite, createInvite(account));
  route(api, user.beginTotp, createTotpBegin(account));
  route(api, user.confirmTotp, createTotpConfirm(account));
  route(api, user.removeTotp, createTotpRemove(account));
  route(api, user.renewRecoveryCodes, createRecoveryRenew(account));
  route(api, user.beginPasskey, createPasskeyAddBegin(account));
  route(api, user.addPasskey, createPasskeyAdd(account));
  route(api, user.passkeys, createPasskeyList(account));
  route(api, user.removePasskey, createPasskeyRemove(account));
  route(api, user.freeze, createFreeze(account, onFrozen));
}
