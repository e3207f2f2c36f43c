import { calls } from '@fft/contract';
import type { Kysely } from 'kysely';
import type { EventBus } from '../database/event-bus.ts';
import type { Tables } from './room.ts';
import { route, type Api, type Handler } from '../transport/http/route.ts';
import type { Messages } from './messages.ts';
import manifest from '../../package.json' with { type: 'json' };
import { safeHtml } from './safe-html.ts';
import { refuse } from '../refusals/refuse.ts';
import { cursorAfterMessage, readMessageCursor } from './message-cursor.ts';

export interface ContentCallsOptions {
  readonly api: Api;
  readonly db: Kysely<Tables>;
  readonly messages: Messages;
  /** The product's name. */
  readonly brand: string;
  readonly eventBus: EventBus;
  /** True if the customer has an open socket on this process. */
  readonly isListening: (customer: number) => boolean;
  /** Sends to all open sockets of a customer. */
  readonly notify: (customer: number, makeData: () => { readonly unread: number }) => void;
}

/** Binds the calls of the inbox. */
export function bindContentCalls(options: ContentCallsOptions): void {
  const { api, db, messages, brand, eventBus, isListening, notify } = options;
  const notifyUnread = (customer: number): void => {
    if (!isListening(customer)) return;
    messages.unread(customer).then(
      (unread) => notify(customer, () => ({ unread })),
      (error: unknown) => api.log.warn({ err: error }, 'inbox.notifyFailed'),
    );
  };
  eventBus.onEvent((event) => {
    if (event.kind === 'inbox') notifyUnread(event.customer);
    if (event.kind === 'inboxes') event.customers.forEach(notifyUnread);
  });
  const { content } = calls;
  route(api, content.list, listMessages(messages));
  route(api, content.detail, readMessage(messages));
  route(api, content.unread, async (_input, { customer }) => ({ count: await messages.unread(customer.id) }));
  route(api, content.markAllRead, async (_input, { customer }) => {
    await messages.markAllRead(customer.id);
    return null;
  });
  route(api, content.about, readAbout(db, brand));
}

/** The About page. Its version is the server's; the app shows its brand's. */
function readAbout(db: Kysely<Tables>, brand: string): Handler<typeof calls.content.about> {
  return async (_input, { lang }) => {
    const page = await db.selectFrom('pages').selectAll().where('id', '=', 'about').executeTakeFirst();
    return {
      name: brand,
      version: manifest.version,
      html: safeHtml(page?.[`html_${lang}`] ?? ''),
      links: (page?.links ?? []).map((link) => ({ title: link[lang], url: link.url })),
    };
  };
}

/** The inbox, page by page; without a session, the notices. */
function listMessages(messages: Messages): Handler<typeof calls.content.list> {
  return async ({ kind, limit, cursor }, { customer, lang }) => {
    if (kind === 'account' && customer === null) throw refuse('sessionInvalid');
    const after = cursor === undefined ? null : readMessageCursor(cursor);
    const found = await messages.list({ customer: customer?.id ?? null, kind, after, limit, lang });
    const page = found.slice(0, limit);
    const last = page.at(-1);
    return { items: page, next: last && found.length > limit ? cursorAfterMessage(last) : null };
  };
}

/** One message, marked as read; another customer's is reported as not found. */
function readMessage(messages: Messages): Handler<typeof calls.content.detail> {
  return async ({ id }, { customer, lang }) => {
    const found = await messages.find(customer?.id ?? null, id, lang);
    if (found === null) throw refuse('unknownMessage');
    if (customer !== null && !found.read) await messages.markRead(customer.id, id);
    return { ...found, read: customer !== null, html: safeHtml(found.html) };
  };
}
