import type { calls } from '@fft/contract';
import { cursorAfter, readCursor } from '../../transport/http/cursor.ts';
import type { Handler } from '../../transport/http/route.ts';
import type { Addresses } from './addresses.ts';

/** Lists the customer's saved addresses, page by page. */
export function listAddresses(addresses: Addresses): Handler<typeof calls.addresses.list> {
  return async ({ coin, chain, limit, cursor }, { customer }) => {
    const found = await addresses.list(customer.id, { coin, chain, before: readCursor(cursor), limit });
    const page = found.slice(0, limit);
    const last = page.at(-1);
    return { items: page.map(addresses.wire), next: last && found.length > limit ? cursorAfter(last.id) : null };
  };
}
