import type { Context } from '../ledger/context.ts';
import type { Mailer } from '../platform/mail/mailer.ts';
import type { Api } from '../transport/http/route.ts';
import type { PushChannels } from '../transport/websocket/streams.ts';
import { createArticleService } from './articles.ts';
import { bindContentCalls } from './content.ts';
import { createOwnerMailJob, type OwnerMailJobOptions } from './owner-mail-job.ts';
import { createBroadcastJob } from './broadcast-job.ts';
import { createMessageService } from './message-service.ts';
import { createMessages } from './messages.ts';
import type { RecipientConditions } from './recipients.ts';
import { seedAbout, seedDemoNotices } from './seeds.ts';

export interface ContentNeeds {
  readonly mailer: Mailer;
  readonly contactOf: OwnerMailJobOptions['contactOf'];
  readonly push: PushChannels;
  /** How the customers are found that a message to many is for. */
  readonly conditions: RecipientConditions;
}

/** What customers read: their inboxes, notices, and messages to many. */
export function createContent(context: Context, { mailer, contactOf, push, conditions }: ContentNeeds) {
  const { settings, storage, log, now } = context;
  const { bulletin } = storage;
  const { db } = storage.pools.logIn;
  const { db: reading } = storage.pools.reading;
  const { db: operators } = storage.pools.operators;
  const mailing = createOwnerMailJob({ db, mailer, contactOf, log, now });
  const sending = createBroadcastJob({ db: operators, now, conditions });
  bulletin.onEvent((event) => event.kind === 'inbox' && mailing.wake());
  const messages = createMessages(reading, now);
  return {
    service: {
      latestNotices: messages.latestNotices,
      /** For operators. */
      articles: createArticleService({ db: operators, now }),
      messages: createMessageService({ db: operators, now, conditions, sending }),
    },
    routes: async (api: Api) => {
      bindContentCalls({
        api,
        db: reading,
        messages,
        eventBus: bulletin,
        isListening: push.listens,
        notify: (customer, makeData) => push.send(customer, 'messages', makeData),
      });
      await seedAbout(reading);
      if (settings.mode === 'demo') await seedDemoNotices(storage.pools.money.db, now());
    },
    // Whichever process serves a console sends: each batch by one of them.
    jobs: context.isGateway && settings.console !== null ? [mailing, sending] : [mailing],
  };
}
