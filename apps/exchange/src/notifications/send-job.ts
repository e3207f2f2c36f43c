import type { Lang, NotificationKind } from '@fft/contract';
import { type Kysely, type Selectable, sql } from 'kysely';
import type { Logger } from 'pino';
import type { Tables } from './room.ts';
import { createJob, type Job } from '../platform/jobs.ts';
import { layOut } from '../platform/mail/layout.ts';
import type { Mailer } from '../platform/mail/mailer.ts';
import type { PushSender } from '../platform/push/push-sender.ts';
import { readChoices } from './choices.ts';
import { isUrgent, isWanted } from './defaults.ts';
import { findDevice, removeDevice } from './devices.ts';
import { quietUntil } from './quiet-hours.ts';
import { mailText, pushText } from './words.ts';

export interface SendJobOptions {
  readonly db: Kysely<Tables>;
  readonly mailer: Pick<Mailer, 'send'>;
  /** null: no pushes. */
  readonly push: PushSender | null;
  readonly contactOf: (customer: number) => Promise<Contact | null>;
  readonly log: Pick<Logger, 'warn'>;
  readonly now: () => number;
  readonly leaderOnly: () => boolean;
}

interface Contact {
  readonly email: string | null;
  readonly antiPhishing: string | null;
  readonly lang: Lang;
}

/** Notifications that become one push or one e-mail. */
interface Group {
  readonly customer: number;
  readonly target: string | null;
  readonly kind: NotificationKind;
}

type Row = Selectable<Tables['notifications']>;

const everyMs = 1_000;
/** Pushes and mails in progress at a time. */
const maxInProgress = 4;
const maxGroups = 40;
/** Notifications in one push or mail. */
const maxInGroup = 50;
/** Pause before the first retry; each further one takes four times as long. */
const retryMs = 5_000;
const maxTries = 5;
/** Older ones are of no use. Quiet hours end within a day. */
const keptMs = 36 * 3_600_000;
const ttlSeconds = 24 * 3_600;

/** Sends what is queued: all of a customer's notifications of one kind as one push to each device, and one mail. */
export function createSendJob(options: SendJobOptions): Job {
  const { db, now, leaderOnly } = options;
  return createJob({
    name: 'notifications.send',
    everyMs,
    leaderOnly,
    run: async (signal) => {
      await db
        .deleteFrom('notifications')
        .where('time', '<', now() - keptMs)
        .execute();
      for (let isMore = true; isMore && !signal.aborted;) {
        const groups = await dueGroups(db, now());
        for (let at = 0; at < groups.length && !signal.aborted; at += maxInProgress)
          await Promise.all(groups.slice(at, at + maxInProgress).map((group) => sendGroup(options, group)));
        isMore = groups.length === maxGroups;
      }
    },
  });
}

async function dueGroups(db: Kysely<Tables>, time: number): Promise<readonly Group[]> {
  const { rows } = await sql<Group>`
    select customer, target, kind from notifications where due <= ${time}::bigint
    group by customer, target, kind order by min(due) limit ${maxGroups}`.execute(db);
  return rows;
}

function ofGroup({ customer, target, kind }: Group) {
  return sql<boolean>`customer = ${customer} and target is not distinct from ${target}::text and kind = ${kind}`;
}

async function sendGroup(options: SendJobOptions, group: Group): Promise<void> {
  const { db, now, contactOf } = options;
  const { customer, target, kind } = group;
  const [choices, contact] = await Promise.all([readChoices(db, customer), contactOf(customer)]);
  if (contact === null || !isWanted(choices.switches, kind, target === null ? 'mail' : 'push')) {
    await sql`delete from notifications where ${ofGroup(group)}`.execute(db);
    return;
  }
  const until = isUrgent(kind) ? now() : quietUntil(now(), choices.quiet);
  if (until > now()) {
    await sql`update notifications set due = ${until}::bigint where ${ofGroup(group)}`.execute(db);
    return;
  }
  const rows = await claim(options, group);
  const ids = rows.map(({ id }) => id);
  if (ids.length === 0) return;
  try {
    if (target === null) await mail(options, rows, { group, contact });
    else await push(options, rows, { target, kind, lang: contact.lang, hideDetails: choices.hideDetails });
    await db.deleteFrom('notifications').where('id', 'in', ids).execute();
  } catch (error) {
    options.log.warn(
      { err: error, customer, kind, channel: target === null ? 'mail' : 'push' },
      'notification.sendFailed',
    );
    await db.deleteFrom('notifications').where('id', 'in', ids).where('tries', '>=', maxTries).execute();
  }
}

/** The group's rows, also those that would wait for more, and moves them to their next try in case this process dies. */
async function claim({ db, now }: SendJobOptions, group: Group): Promise<readonly Row[]> {
  const { rows } = await sql<Row>`
    update notifications set tries = tries + 1, due = ${now()}::bigint + ${retryMs} * (1 << 2 * tries)
    where id in (select id from notifications where ${ofGroup(group)} order by id limit ${maxInGroup})
    returning *`.execute(db);
  return rows.toSorted((one, other) => one.id - other.id);
}

interface MailParts {
  readonly group: Group;
  readonly contact: Contact;
}

async function mail(
  { mailer }: SendJobOptions,
  rows: readonly Row[],
  { group: { kind }, contact: { email, lang, antiPhishing } }: MailParts,
): Promise<void> {
  if (email === null) return;
  const text = mailText(
    rows.map(({ words }) => words),
    { kind, lang },
  );
  const { title: heading, paragraphs: lead } = text;
  await mailer.send(email, layOut(lang, { subject: `{brand}: ${heading}`, heading, lead, rest: [], antiPhishing }));
}

interface PushParts {
  readonly target: string;
  readonly kind: NotificationKind;
  readonly lang: Lang;
  readonly hideDetails: boolean;
}

async function push(
  { db, push: sender, now }: SendJobOptions,
  rows: readonly Row[],
  { target, kind, lang, hideDetails }: PushParts,
): Promise<void> {
  const device = await findDevice(db, target);
  if (sender === null || device === null) return;
  const words = rows.map((row) => row.words);
  const paths = new Set(rows.map(({ path }) => path));
  const path = paths.size === 1 ? [...paths].join('') : pathOfMany[kind];
  const text = pushText(words, { kind, lang, hideDetails });
  const payload = JSON.stringify({ ...text, path, lang: lang === 'zh' ? 'zh-CN' : 'en', tag: `${kind}-${now()}` });
  const outcome = await sender.send(device, { payload, ttlSeconds, isUrgent: isUrgent(kind) });
  if (outcome === 'gone') await removeDevice(db, target);
}

/** Pages that show several of a kind. */
const pathOfMany: Readonly<Record<NotificationKind, string>> = {
  fills: '/pages/trade/history',
  stops: '/pages/trade/history',
  alerts: '/pages/content/index',
  deposits: '/pages/content/index',
  withdrawals: '/pages/content/index',
  security: '/pages/content/index',
  announcements: '/pages/content/index',
  halts: '/pages/home/market',
};
