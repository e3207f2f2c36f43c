import { calls } from '@fft/contract';
import type { Kysely } from 'kysely';
import type { EventBus } from '../database/event-bus.ts';
import type { Tables } from './room.ts';
import { route, type Api } from '../transport/http/route.ts';
import { readAbout } from './about.ts';
import { readMessage } from './read-message.ts';
import { listMessages } from './list.ts';
import type { Messages } from './messages.ts';

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
