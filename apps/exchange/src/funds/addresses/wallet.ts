import { calls } from '@fft/contract';
import { route, type Api } from '../../transport/http/route.ts';
import type { Addresses } from './addresses.ts';
import { createAddress, type CreateParts } from './create.ts';
import { deleteAddress } from './delete.ts';
import { listAddresses } from './list.ts';

export interface WalletParts extends CreateParts {
  /** The same addresses, through the connection pool for lists. */
  readonly listed: Addresses;
}

/** Binds the calls for saved addresses. */
export function serveWallet(api: Api, parts: WalletParts): void {
  route(api, calls.addresses.list, listAddresses(parts.listed));
  route(api, calls.addresses.create, createAddress(parts));
  route(api, calls.addresses.delete, deleteAddress(parts.addresses));
}
