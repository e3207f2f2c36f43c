/** What other areas may know of this one: types alone. `exchange.ts` hands over the rest. */
export type { AccountMessage, Inbox } from './inbox.ts';
export type { Messages } from './messages.ts';
export type { MessageDesk } from './message-desk.ts';
export type { Recipients } from './recipients.ts';
export type { ContentDesk } from './articles.ts';
