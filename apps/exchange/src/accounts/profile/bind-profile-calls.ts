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
import { createPassEmail } from '../codes/send-account-code.ts';
import { createRead } from './read-profile.ts';
import { createRecoveryRenew } from '../factors/renew-recovery-codes.ts';
import { createRevoke } from '../sessions/revoke-session.ts';
import { createSessionList } from '../sessions/list-sessions.ts';
import { createSetInfo, type ClaimUploads } from './set-profile.ts';
import { createSetPassword } from '../passwords/set-password.ts';
import { createTotpBegin } from '../factors/begin-totp.ts';
import { createTotpConfirm } from '../factors/confirm-totp.ts';
import { createTotpRemove } from '../factors/remove-totp.ts';

/** What the area needs of the areas that keep customers and uploads. */
export interface UserParts {
  readonly account: Account;
  readonly claimUploads: ClaimUploads;
  readonly onFrozen: OnFrozen;
}

/** Binds the calls about the customer's own account. */
export function bindUserCalls(api: Api, { account, claimUploads, onFrozen }: UserParts): void {
  const { user } = calls;
  route(api, user.read, createRead(account.customers));
  route(api, user.passemail, createPassEmail(account));
  route(api, user.setpass, createSetPassword(account));
  route(api, user.bindemail, createBindEmail(account));
  route(api, user.setinfo, createSetInfo(account, claimUploads));
  route(api, user.sessions, createSessionList(account.sessions));
  route(api, user.revoke, createRevoke(account.sessions));
  route(api, user.logins, createLoginList(account.logins));
  route(api, user.invite, createInvite(account));
  route(api, user.totp, createTotpBegin(account));
  route(api, user.totpconfirm, createTotpConfirm(account));
  route(api, user.totpremove, createTotpRemove(account));
  route(api, user.recovery, createRecoveryRenew(account));
  route(api, user.passkeybegin, createPasskeyAddBegin(account));
  route(api, user.passkeyadd, createPasskeyAdd(account));
  route(api, user.passkeys, createPasskeyList(account));
  route(api, user.passkeyremove, createPasskeyRemove(account));
  route(api, user.freeze, createFreeze(account, onFrozen));
}
