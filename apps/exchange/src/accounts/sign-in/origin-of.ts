import type { Context } from '../../transport/http/context.ts';
import type { Origin } from '../../transport/http/origin.ts';
import type { DeviceKeys } from './device-keys.ts';
import type { FamiliarNetworks } from './familiar-networks.ts';

/** Where a call without a session comes from, as far as the account knows it. The same work is done where there is no account. */
export type OriginOf = (
  account: number | null,
  context: Pick<Context, 'ip' | 'cookies'>,
) => Promise<Origin & { readonly device: string | null }>;

export interface OriginOfParts {
  readonly devices: DeviceKeys;
  readonly networks: FamiliarNetworks;
}

export function createOriginOf({ devices, networks }: OriginOfParts): OriginOf {
  return async (account, { ip, cookies }) => {
    const [device, isFamiliar] = await Promise.all([devices.find(account, cookies), networks.has(account, ip)]);
    return { ip, device, isFamiliar };
  };
}
