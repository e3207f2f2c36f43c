/** What other areas may know of this one: types alone. `app.ts` hands over the rest. */
export type { AccountMessage, Inbox } from './inbox.ts';
export type { Messages } from './messages.ts';
export type { MessageService as MessageDesk } from './message-service.ts';
export type { Recipients } from './recipients.ts';
export type { ArticleService as ContentDesk } from './articles.ts';
