/** Types for other modules; `app.ts` passes everything else. */
export type { AccountMessage, Inbox } from './inbox.ts';
export type { Messages } from './messages.ts';
export type { MessageService } from './message-service.ts';
export type { Recipients } from './recipients.ts';
export type { ArticleService } from './articles.ts';
