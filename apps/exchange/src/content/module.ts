import type { ContextOf } from '../context.ts';
import type { Mailer } from '../platform/mail/mailer.ts';
import type { Api } from '../transport/http/route.ts';
import type { PushChannels } from '../transport/websocket/streams.ts';
import { createArticleService, type Announcing } from './articles.ts';
import { bindContentCalls } from './content.ts';
import { createOutboxJob } from './outbox-job.ts';
import { createOwnerMails, type MailContact } from './owner-mails.ts';
import { createSmsAlerts, type SmsContact } from './sms-alerts.ts';
import type { Sms } from '../platform/mail/sms.ts';
import { createBroadcastJob } from './broadcast-job.ts';
import { createMessageService } from './message-service.ts';
import { createMessages } from './messages.ts';
import type { RecipientConditions } from './recipients.ts';
import { seedAbout, seedDemoNotices } from './seeds.ts';
import { ownHostsOf } from '../platform/links/destinations.ts';

export interface ContentNeeds {
  readonly mailer: Mailer;
  /** null if no SMS can be sent. */
  readonly sms: Sms | null;
  readonly contactOf: (customer: number) => Promise<(MailContact & SmsContact) | null>;
  readonly push: PushChannels;
  readonly announcing: Announcing;
  /** Conditions by which a broadcast's recipients are found. */
  readonly conditions: RecipientConditions;
}

/** Inboxes, notices, and broadcasts. */
export function createContent(context: ContextOf<'content'>, needs: ContentNeeds) {
  const { mailer, sms, contactOf, push, conditions, announcing } = needs;
  const { settings, storage, log, now } = context;
  const { eventBus } = storage;
  const { messagesPerHour } = settings;
  const ownHosts = ownHostsOf(settings);
  const { db, pool } = storage.pools.logIn;
  const { db: reading } = storage.pools.reading;
  const { db: operators } = storage.pools.operators;
  const senders = {
    mail: createOwnerMails({ mailer, contactOf }),
    sms: createSmsAlerts({ pool, sms, contactOf, log }),
  };
  const outbox = createOutboxJob({ db, senders, log, now });
  const sending = createBroadcastJob({ db: operators, now, conditions, announce: announcing.queue });
  eventBus.onEvent((event) => event.kind === 'inbox' && outbox.wake());
  const messages = createMessages({ db: reading, lists: storage.reads.lists, now });
  return {
    service: {
      latestNotices: messages.latestNotices,
      /** For operators. */
      articles: createArticleService({ db: operators, now, announcing, ownHosts }),
      messages: createMessageService({
        ownHosts,
        messagesPerHour,
        db: operators,
        now,
        conditions,
        announce: announcing.queue,
        sending,
      }),
    },
    routes: async (api: Api) => {
      bindContentCalls({
        api,
        db: reading,
        messages,
        brand: settings.brandName,
        eventBus,
        isListening: push.listens,
        notify: (customer, makeData) => push.send(customer, 'messages', makeData),
      });
      await seedAbout(reading, settings.brandName);
      if (settings.mode === 'demo') await seedDemoNotices(storage.pools.money.db, now());
    },
    // Whichever process serves a console sends: each batch by one of them.
    jobs: [outbox, ...(context.isGateway && settings.console !== null ? [sending] : [])],
  };
}
