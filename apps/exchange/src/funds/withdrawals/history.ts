import type { calls } from '@fft/contract';
import { cursorAfter, readCursor } from '../../transport/http/cursor.ts';
import type { Handler } from '../../transport/http/route.ts';
import type { WithdrawalOptions } from './options.ts';
import { withdrawalWire } from './wire.ts';

/** Lists the customer's withdrawals, page by page. */
export function withdrawalHistory({
  listed,
  directory,
  rail,
}: WithdrawalOptions): Handler<typeof calls.withdrawals.history> {
  return async ({ coin, state, limit, cursor }, { customer, lang }) => {
    const found = await listed.list(customer.id, { coin, state, kind: rail.kind, before: readCursor(cursor), limit });
    const page = found.slice(0, limit);
    const last = page.at(-1);
    return {
      items: page.map((row) => withdrawalWire(directory, row, lang)),
      next: last && found.length > limit ? cursorAfter(last.id) : null,
    };
  };
}
