import type { ContextOf } from '../context.ts';
import type { Ledger } from '../ledger/open-ledger.ts';
import type { Mailer } from '../platform/mail/mailer.ts';
import { createPushSender, type PushSender } from '../platform/push/push-sender.ts';
import type { Api } from '../transport/http/route.ts';
import { createFillReaders } from './fill-readers.ts';
import { createSendJob, type SendJobOptions } from './send-job.ts';
import { serveNotifications } from './serve-notifications.ts';

export interface NotificationsNeeds {
  readonly ledger: Pick<Ledger, 'projector'>;
  readonly mailer: Mailer;
  readonly contactOf: (
    customer: number,
  ) => Promise<
    (NonNullable<Awaited<ReturnType<SendJobOptions['contactOf']>>> & { readonly phone: string | null }) | null
  >;
}

/** Notifications outside of the inbox: what customers chose, their devices, and the sender of pushes and mails. */
export function createNotifications(
  context: ContextOf<'notifications'>,
  { ledger, mailer, contactOf }: NotificationsNeeds,
) {
  const { storage, log, now } = context;
  const { db } = storage.pools.logIn;
  const push = openPush(context);
  const fillReaders = createFillReaders(db, storage.eventBus);
  const sending = createSendJob({
    db,
    mailer,
    push,
    contactOf,
    log,
    now,
    // One process sends, so that what belongs together becomes one message.
    leaderOnly: () => ledger.projector.isWriting,
  });
  return {
    service: { fillReaders },
    routes: (api: Api) =>
      serveNotifications({
        api,
        db,
        push,
        fillReaders,
        hasPhone: async (customer) => (await contactOf(customer))?.phone != null,
        now,
      }),
    jobs: [sending, fillReaders.job],
  };
}

/** null if production has no VAPID key. */
function openPush({ settings, secrets }: Pick<ContextOf<'notifications'>, 'settings' | 'secrets'>): PushSender | null {
  const { vapidPrivateKey: privateKey } = secrets;
  if (privateKey === null) return null;
  return createPushSender({ privateKey, subject: settings.vapidSubject, services: settings.pushServices });
}
