import { calls } from '@fft/contract';
import { route, type Api } from '../http/route.ts';
import { createAddress, type CreateParts } from './create.ts';
import { deleteAddress } from './delete.ts';
import { listAddresses } from './list.ts';

/** Binds the calls about saved addresses. */
export function serveWallet(api: Api, parts: CreateParts): void {
  route(api, calls.wallet.list, listAddresses(parts.addresses));
  route(api, calls.wallet.create, createAddress(parts));
  route(api, calls.wallet.delete, deleteAddress(parts.addresses));
}
