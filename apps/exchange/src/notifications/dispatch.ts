import type { NotificationKind } from '@fft/contract';
import { sql } from 'kysely';
import type { AnyHandle } from '../database/rooms.ts';
import { readChoices, type Executor } from './choices.ts';
import { isUrgent, isWanted } from './defaults.ts';
import { own } from './room.ts';
import type { Switches, Words } from './tables.ts';

/** The device that caused a notification, which needs none: by its session, or by its device key. */
export interface Actor {
  readonly session?: string | null | undefined;
  readonly device?: string | null | undefined;
}

export interface Notification {
  readonly kind: NotificationKind;
  readonly words: Words;
  /** The app's page that it leads to; by default the message in the inbox. */
  readonly path?: string | undefined;
  readonly actor?: Actor | undefined;
  /** True if a mail about it is sent in any case. */
  readonly isMailed?: boolean | undefined;
  /** True if the caller has gathered what belongs together, so that it is not held back for more. */
  readonly isGathered?: boolean | undefined;
  /** Keeps it in the customer's inbox, and returns the message's id. */
  readonly keep: () => Promise<string>;
  /** Queues the SMS, if there is one. */
  readonly sms: () => Promise<void>;
}

/** Passes an event to the channels that the customer chose: the inbox immediately, SMS, pushes and mails by queues. Call it in the event's transaction. */
export type Dispatch = (handle: AnyHandle, customer: number, notification: Notification) => Promise<void>;

/** Time in which notifications of one kind become one. */
const gatherMs = 3_000;
const inbox = '/pages/content/index';

/** The app's page with one message. */
const messagePath = (id: string): string => `/pages/content/detail?id=${encodeURIComponent(id)}`;

export function createDispatch(now: () => number): Dispatch {
  return async (handle, customer, notification) => {
    const executor = own(handle);
    const { kind, words, actor = {}, isMailed = false, isGathered = false } = notification;
    const { switches } = await readChoices(executor, customer);
    const message = isWanted(switches, kind, 'inApp') ? await notification.keep() : null;
    if (isWanted(switches, kind, 'sms')) await notification.sms();
    const time = now();
    const queued: Queued = {
      customer,
      kind,
      words,
      path: notification.path ?? (message === null ? inbox : messagePath(message)),
      time,
      due: isGathered || isUrgent(kind) ? time : time + gatherMs,
    };
    if (await isFull(executor, customer)) return;
    if (isWanted(switches, kind, 'push')) await queuePushes(executor, queued, actor);
    if (isWanted(switches, kind, 'mail') && !isMailed) await queueMail(executor, queued);
  };
}

/** Pushes and mails of one customer that may wait; while a mail or push server is away no more are queued. Security mails have a queue of their own. */
const maxQueued = 500;

async function isFull(executor: Executor, customer: number): Promise<boolean> {
  const { rows } = await sql`
    select from notifications where customer = ${customer}::bigint offset ${maxQueued - 1} limit 1`.execute(executor);
  return rows.length > 0;
}

interface Queued {
  readonly customer: number;
  readonly kind: NotificationKind;
  readonly words: Words;
  readonly path: string;
  readonly time: number;
  readonly due: number;
}

/** One row for each of the customer's devices, other than the actor's. */
async function queuePushes(
  executor: Executor,
  { customer, kind, words, path, time, due }: Queued,
  { session = null, device = null }: Actor,
): Promise<void> {
  await sql`
    insert into notifications (customer, target, kind, words, path, time, due)
    select customer, session, ${kind}, ${JSON.stringify(words)}::jsonb, ${path}, ${time}::bigint, ${due}::bigint
    from push_devices where customer = ${customer} and session is distinct from ${session}::text and not exists (
      select from sessions where sessions.id = push_devices.session and device is not null
        and device = coalesce(${device}::text, (select device from sessions where id = ${session}::text)))`.execute(
    executor,
  );
}

async function queueMail(executor: Executor, { words, ...row }: Queued): Promise<void> {
  await executor
    .insertInto('notifications')
    .values({ ...row, target: null, words: JSON.stringify(words) })
    .execute();
}

/** An announcement, whose text is in the inbox already. */
export interface Announcement {
  /** null: all customers. */
  readonly customers: readonly number[] | null;
  readonly words: Words;
  readonly path: string;
  /** Sent from then on. */
  readonly time: number;
}

/** Queues pushes and mails for customers who chose to receive announcements so; replaces what is queued for the same page. */
export async function queueAnnouncement(handle: AnyHandle, announcement: Announcement): Promise<void> {
  const executor = own(handle);
  const { customers, words, path, time } = announcement;
  if (customers === null) await withdrawAnnouncement(executor, path);
  const row = sql`'announcements', ${JSON.stringify(words)}::jsonb, ${path}, ${time}::bigint, ${time}::bigint`;
  const isRecipient = customers === null ? sql`true` : sql`chosen.customer = any(${customers}::bigint[])`;
  const chose = (channel: keyof NonNullable<Switches['announcements']>) =>
    sql`${isRecipient} and (chosen.switches -> 'announcements' ->> ${channel})::boolean`;
  await sql`
    insert into notifications (customer, target, kind, words, path, time, due)
    select chosen.customer, session, ${row} from notification_choices as chosen join push_devices using (customer)
    where ${chose('push')}
    union all select chosen.customer, null, ${row} from notification_choices as chosen where ${chose('mail')}`.execute(
    executor,
  );
}

/** Removes what is queued for an announcement that was deleted. */
export async function withdrawAnnouncement(handle: AnyHandle, path: string): Promise<void> {
  const executor = own(handle);
  await executor.deleteFrom('notifications').where('kind', '=', 'announcements').where('path', '=', path).execute();
}
