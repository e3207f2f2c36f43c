import { calls } from '@fft/contract';
import { refuse } from '../refusals.ts';
import { cursorAfter, readCursor } from '../../transport/http/cursor.ts';
import { route, type Api, type Handler } from '../../transport/http/route.ts';
import { readRowId } from '../../transport/http/row-id.ts';
import type { Addresses } from './addresses.ts';
import { createAddress, type CreateAddressOptions } from './create.ts';

export interface AddressCallsOptions extends CreateAddressOptions {
  /** The same addresses, through the connection pool for lists. */
  readonly listed: Addresses;
}

/** Binds the calls for saved addresses. */
export function serveAddresses(api: Api, options: AddressCallsOptions): void {
  route(api, calls.addresses.list, listAddresses(options.listed));
  route(api, calls.addresses.create, createAddress(options));
  route(api, calls.addresses.delete, deleteAddress(options.addresses));
}

/** Lists the customer's saved addresses, page by page. */
function listAddresses(addresses: Addresses): Handler<typeof calls.addresses.list> {
  return async ({ coin, chain, limit, cursor }, { customer }) => {
    const found = await addresses.list(customer.id, { coin, chain, before: readCursor(cursor), limit });
    const page = found.slice(0, limit);
    const last = page.at(-1);
    return { items: page.map(addresses.wire), next: last && found.length > limit ? cursorAfter(last.id) : null };
  };
}

/** Deletes one of the customer's addresses; another's is answered like one that does not exist. */
function deleteAddress(addresses: Addresses): Handler<typeof calls.addresses.delete> {
  return async ({ id }, { customer }) => {
    const row = readRowId(id);
    if (row === null || !(await addresses.remove(customer.id, row))) throw refuse('unknownAddress');
    return null;
  };
}
