import { Code, type calls } from '@fft/contract';
import { Refusal } from '../refusals/refusal.ts';
import type { Handler } from '../transport/http/route.ts';
import type { Messages } from './messages.ts';
import { safeHtml } from './safe-html.ts';

/** One message, marked as read; another customer's is reported as not found. */
export function readMessage(messages: Messages): Handler<typeof calls.content.detail> {
  return async ({ id }, { customer, lang }) => {
    const found = await messages.find(customer?.id ?? null, id, lang);
    if (found === null) throw new Refusal(Code.notFound, 'unknownMessage');
    if (customer !== null && !found.read) await messages.markRead(customer.id, id);
    return { ...found, read: customer !== null, html: safeHtml(found.html) };
  };
}
