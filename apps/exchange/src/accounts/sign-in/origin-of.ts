import type { Context } from '../../transport/http/context.ts';
import type { Origin } from '../../transport/http/origin.ts';
import type { DeviceKeys } from './device-keys.ts';
import type { FamiliarNetworks } from './familiar-networks.ts';

/** Identifies the origin of a call without a session: known device, familiar network or stranger. The work is the same without an account. */
export type OriginOf = (
  account: number | null,
  context: Pick<Context, 'ip' | 'cookies'>,
) => Promise<Origin & { readonly device: string | null }>;

export interface OriginOfOptions {
  readonly devices: DeviceKeys;
  readonly networks: FamiliarNetworks;
}

export function createOriginOf({ devices, networks }: OriginOfOptions): OriginOf {
  return async (account, { ip, cookies }) => {
    const [device, isFamiliar] = await Promise.all([devices.find(account, cookies), networks.has(account, ip)]);
    return { ip, device, isFamiliar };
  };
}
