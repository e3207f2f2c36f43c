/** What other areas may know of this one: types alone. `exchange.ts` hands over the rest. */
export type { AccountMessage, Inbox } from './inbox.ts';
export type { Messages } from './messages.ts';
export type { ContentDesk } from './content-desk.ts';
