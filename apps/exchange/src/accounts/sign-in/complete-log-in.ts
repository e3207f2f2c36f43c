import assert from 'node:assert/strict';
import type { CallOutput, calls } from '@fft/contract';
import type { Context } from '../../transport/http/context.ts';
import { refuse } from '../refusals.ts';
import type { Customers } from '../customers.ts';
import type { DeviceKeys } from './device-keys.ts';
import type { FamiliarNetworks } from './familiar-networks.ts';
import type { Sessions } from '../sessions/sessions.ts';

export interface VerifiedLogIn {
  readonly keep: boolean;
  /** The hash that the password matched. */
  readonly passwordHash: string;
  readonly context: Pick<Context, 'ip' | 'userAgent' | 'lang' | 'cookies'>;
  /** The known device, if any. */
  readonly device: string | null;
}

/** Opens a session for an authenticated customer, records their device, and returns the response of log-in and registration. */
export type CompleteLogIn = (
  customerId: number,
  options: VerifiedLogIn,
) => Promise<CallOutput<typeof calls.auth.login>>;

export interface CompleteLogInOptions {
  readonly customers: Customers;
  readonly sessions: Sessions;
  readonly devices: DeviceKeys;
  readonly networks: FamiliarNetworks;
}

export function createCompleteLogIn({ customers, sessions, devices, networks }: CompleteLogInOptions): CompleteLogIn {
  return async (customerId, { keep, passwordHash, context, device: known }) => {
    const device = await devices.remember(customerId, known, context.cookies);
    const opened = await sessions.open({
      customerId,
      passwordHash,
      keep,
      ip: context.ip,
      userAgent: context.userAgent,
      device,
    });
    if (opened === null) throw refuse('wrongCredentials');
    await networks.note(customerId, context.ip);
    const { token, expiresAt } = opened;
    const user = await customers.read(customerId, context.lang);
    assert(user !== null, 'the customer who logged in has an account');
    return { token, expiresAt, user };
  };
}
