import { calls } from '@fft/contract';
import { route, type Api } from '../http/route.ts';
import type { Account } from '../passport/index.ts';
import { createBindEmail } from './bind-email.ts';
import { createFreeze, type OnFrozen } from './freeze.ts';
import { createInvite } from './invite.ts';
import { createLoginList } from './logins.ts';
import { createPasskeyAdd, createPasskeyAddBegin, createPasskeyList, createPasskeyRemove } from './passkeys.ts';
import { createPassEmail } from './pass-email.ts';
import { createRead } from './read.ts';
import { createRecoveryRenew } from './recovery-renew.ts';
import { createRevoke } from './revoke.ts';
import { createSessionList } from './sessions.ts';
import { createSetInfo, type ClaimUploads } from './set-info.ts';
import { createSetPassword } from './set-password.ts';
import { createTotpBegin } from './totp-begin.ts';
import { createTotpConfirm } from './totp-confirm.ts';
import { createTotpRemove } from './totp-remove.ts';

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
