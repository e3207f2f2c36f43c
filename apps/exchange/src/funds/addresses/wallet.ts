import { calls } from '@fft/contract';
import { route, type Api } from '../../transport/http/route.ts';
import type { Addresses } from './addresses.ts';
import { createAddress, type CreateAddressOptions } from './create.ts';
import { deleteAddress } from './delete.ts';
import { listAddresses } from './list.ts';

export interface WalletOptions extends CreateAddressOptions {
  /** The same addresses, through the connection pool for lists. */
  readonly listed: Addresses;
}

/** Binds the calls for saved addresses. */
export function serveWallet(api: Api, options: WalletOptions): void {
  route(api, calls.addresses.list, listAddresses(options.listed));
  route(api, calls.addresses.create, createAddress(options));
  route(api, calls.addresses.delete, deleteAddress(options.addresses));
}
