import { mapInstants, type Lang, type NotificationKind } from '@fft/contract';
import { sql, type Kysely, type Transaction } from 'kysely';
import { publishEvent } from '../database/event-bus.ts';
import type { AnyHandle } from '../database/rooms.ts';
import { own, type Tables } from './room.ts';
import type { Actor, Dispatch } from '../notifications/index.ts';
import { queueWarning } from './outbox.ts';
import { accountPrefix, readUntil } from './messages.ts';

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Escapes text for HTML. */
function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => entities[character] ?? character);
}

/** A message to one customer in both languages: plain text, one string per paragraph. Lists show the first paragraph. */
export interface AccountMessage {
  readonly title: Readonly<Record<Lang, string>>;
  readonly paragraphs: Readonly<Record<Lang, readonly string[]>>;
  /** True if the owner also gets it by mail, as a thief may be reading the inbox. */
  readonly byMail?: boolean;
  /** Where that mail goes instead of the address that is bound when it is sent. */
  readonly mailTo?: string | undefined;
  /** A sentence that is also sent to the bound phone, for what a thief may have done. */
  readonly bySms?: Readonly<Record<Lang, string>>;
  /** Kind by which customers choose channels; without it the message is only in the inbox. */
  readonly kind?: NotificationKind;
  /** The zone, if it is known, in which mails and pushes write the message's instants instead of UTC. In the inbox the app writes them in the reader's own. */
  readonly timeZone?: string;
  /** The app's page that a push leads to; by default the message. */
  readonly path?: string;
  /** The device that caused it, which gets no push. */
  readonly actor?: Actor;
  /** True if it has everything that belongs together, so that it need not wait for more. */
  readonly isGathered?: boolean;
}

type Executor = Kysely<Tables> | Transaction<Tables>;

/** Adds messages to customers' inboxes, and passes them to the other channels that customers chose. */
export interface Inbox {
  /** Call it in the transaction of the event. Open sockets of the customer are notified after the commit. A kind that the customer switched off in the app stays out of the inbox. */
  send(handle: AnyHandle, customer: number, message: AccountMessage): Promise<void>;
  /** The same for texts that are already safe HTML. */
  sendHtml(handle: AnyHandle, customer: number, message: HtmlMessage): Promise<void>;
}

export interface HtmlMessage {
  readonly title: Readonly<Record<Lang, string>>;
  /** Shown in lists. */
  readonly summary: Readonly<Record<Lang, string>>;
  readonly html: Readonly<Record<Lang, string>>;
}

/** Messages that an inbox keeps; the oldest read ones make room first. */
export const maxMessages = 1_000;

/** Deletes what exceeds an inbox: read messages beyond the latest ones, and whatever lies beyond twice as many. */
async function keepLatest(executor: Executor, customer: number): Promise<void> {
  const beyond = (many: number) =>
    sql`(select id from messages where customer = ${customer}::bigint order by id desc offset ${many} limit 1)`;
  await sql`
    delete from messages where customer = ${customer}::bigint
      and (id <= ${beyond(2 * maxMessages)} or ((read or time <= ${readUntil(customer)}) and id <= ${beyond(maxMessages)}))`.execute(
    executor,
  );
}

export function createInbox(now: () => number, dispatch: Dispatch = keepOnly): Inbox {
  const keepHtml = async (executor: Executor, customer: number, message: HtmlMessage): Promise<string> => {
    const { title, summary, html } = message;
    const { id } = await executor
      .insertInto('messages')
      .values({
        customer,
        time: now(),
        title_zh: title.zh,
        title_en: title.en,
        summary_zh: summary.zh,
        summary_en: summary.en,
        html_zh: html.zh,
        html_en: html.en,
        read: false,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    await keepLatest(executor, customer);
    await publishEvent(executor, { kind: 'inbox', customer });
    return `${accountPrefix}${id}`;
  };
  return {
    sendHtml: async (handle, customer, message) => {
      await keepHtml(own(handle), customer, message);
    },
    send: async (handle, customer, { title, paragraphs, byMail = false, mailTo, bySms, kind, timeZone, ...rest }) => {
      const executor = own(handle);
      const { zh, en } = paragraphs;
      const zoned = timeZone === undefined ? paragraphs : inZone(paragraphs, timeZone);
      const words = { title, paragraphs: zoned, ...(mailTo !== undefined && { to: mailTo }) };
      if (byMail) await queueWarning(executor, { channel: 'mail', customer, words, time: now() });
      const keep = () =>
        keepHtml(executor, customer, {
          title,
          summary: { zh: zh[0] ?? '', en: en[0] ?? '' },
          html: { zh: htmlOf(zh), en: htmlOf(en) },
        });
      const sms = () =>
        bySms === undefined
          ? Promise.resolve()
          : queueWarning(executor, { channel: 'sms', customer, words: bySms, time: now() });
      if (kind === undefined) await keep();
      else
        await dispatch(executor, customer, {
          ...rest,
          kind,
          words: { title, paragraphs: zoned },
          isMailed: byMail,
          keep,
          sms,
        });
    },
  };
}

/** For exchanges with an inbox alone. */
const keepOnly: Dispatch = async (_executor, _customer, { keep, sms }) => {
  await keep();
  await sms();
};

function inZone({ zh, en }: AccountMessage['paragraphs'], timeZone: string): AccountMessage['paragraphs'] {
  // Swedish writes 2026-11-30 19:25.
  const format = new Intl.DateTimeFormat('sv', { timeZone, dateStyle: 'short', timeStyle: 'short' });
  const inIt = (text: string): string => mapInstants(text, (time) => `${format.format(time)} (${timeZone})`);
  return { zh: zh.map(inIt), en: en.map(inIt) };
}

function htmlOf(paragraphs: readonly string[]): string {
  return paragraphs.map((text) => `<p>${escapeHtml(text)}</p>`).join('');
}
