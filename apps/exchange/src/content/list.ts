import { Code, type calls } from '@fft/contract';
import { Refusal } from '../refusals/refusal.ts';
import type { Handler } from '../transport/http/route.ts';
import { cursorAfterMessage, readMessageCursor } from './message-cursor.ts';
import type { Messages } from './messages.ts';

/** The inbox, page by page; without a session, the notices. */
export function listMessages(messages: Messages): Handler<typeof calls.content.list> {
  return async ({ kind, limit, cursor }, { customer, lang }) => {
    if (kind === 'account' && customer === null) throw new Refusal(Code.sessionInvalid, 'sessionInvalid');
    const after = cursor === undefined ? null : readMessageCursor(cursor);
    const found = await messages.list({ customer: customer?.id ?? null, kind, after, limit, lang });
    const page = found.slice(0, limit);
    const last = page.at(-1);
    return { items: page, next: last && found.length > limit ? cursorAfterMessage(last) : null };
  };
}
