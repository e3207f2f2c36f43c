import type { calls } from '@fft/contract';
import type { Handler } from '../../transport/http/route.ts';
import { refuse } from '../refusals.ts';
import type { ChangePassword } from '../passwords/change-password.ts';
import type { Codes } from '../codes/codes.ts';
import type { Customers } from '../customers.ts';
import type { LoginGuard } from '../sign-in/login-guard.ts';
import { refuseBadPassword } from '../passwords/new-password.ts';
import { hashRequesterOf } from '../../transport/http/origin.ts';
import type { FamiliarNetworks } from '../sign-in/familiar-networks.ts';
import type { OriginOf } from '../sign-in/origin-of.ts';

export interface ResetPasswordOptions {
  readonly customers: Customers;
  readonly codes: Codes;
  readonly changePassword: ChangePassword;
  readonly guard: LoginGuard;
  readonly originOf: OriginOf;
  readonly networks: FamiliarNetworks;
}

/**
 * Resets a forgotten password by the code that was sent to the address. A second factor stays: log-in requires it as before. Passkeys added within
 * the last week are removed: our mail about a new passkey advises a reset if it wasn't the owner.
 * Failed log-ins of others no longer keep the owner of the mailbox out; a lock of the account does.
 */
export function createResetPassword(options: ResetPasswordOptions): Handler<typeof calls.auth.resetPassword> {
  const { customers, codes, changePassword, guard, originOf, networks } = options;
  return async (input, context) => {
    const { email } = input;
    refuseBadPassword(input, email);
    // No one knows the code of an address without an account.
    const known = await customers.findCredentials(email);
    const origin = await originOf(known?.id ?? null, context);
    const { code, flow } = input;
    const codeId = await codes.check({ purpose: 'reset', address: email }, { code, flow, origin });
    if (codeId === null || known === null) throw refuse('wrongCode');
    // The holder of a right code is no longer a stranger.
    const requester = { ...hashRequesterOf(origin), rank: 'known' } as const;
    await changePassword(known.id, { codeId, password: input.password, requester, isReset: true });
    await guard.forgive({ email, ip: context.ip });
    // Strangers who keep guessing must not block the owner between reset and log-in.
    await networks.note(known.id, context.ip);
    return null;
  };
}
