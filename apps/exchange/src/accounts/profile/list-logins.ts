import type { calls } from '@fft/contract';
import { cursorAfter, readCursor } from '../../transport/http/cursor.ts';
import type { Handler } from '../../transport/http/route.ts';
import type { Logins } from '../index.ts';

/** Successful and failed log-ins to the customer's account. */
export function createListLogins(logins: Logins): Handler<typeof calls.user.logins> {
  return async ({ limit, cursor }, { customer }) => {
    const found = await logins.list(customer.id, { before: readCursor(cursor), limit });
    const page = found.slice(0, limit);
    const last = page.at(-1);
    return {
      items: page.map(({ id, userAgent, ...login }) => ({ id: String(id), device: userAgent, ...login })),
      next: found.length > limit && last !== undefined ? cursorAfter(last.id) : null,
    };
  };
}
