import { fields as field } from '@fft/contract';
import * as z from 'zod/mini';
import { identityStates } from './customers.ts';
import { changing, reading } from './operator-call.ts';

const title = field.line(120, 'label').check(z.minLength(1, 'blank'));
/** Markdown. */
const article = z.string('blank').check(z.maxLength(8_000, 'tooLong'), field.keepable());

const notice = z.object({
  id: z.string(),
  kind: z.enum(['system', 'notice']),
  /** Shown from then on. */
  time: field.time(),
  titleZh: z.string(),
  titleEn: z.string(),
  textZh: z.string(),
  textEn: z.string(),
});
export type Notice = z.output<typeof notice>;

const banner = z.object({
  id: z.string(),
  position: z.number(),
  titleZh: z.string(),
  titleEn: z.string(),
  image: z.nullable(z.string()),
  link: z.nullable(z.string()),
  from: z.nullable(field.time()),
  until: z.nullable(field.time()),
});
export type Banner = z.output<typeof banner>;

/** Left out: a new one. */
const id = z.optional(field.serverId());
/** A page of the customers' app, or one elsewhere. */
const link = z
  .string('id')
  .check(z.maxLength(500, 'tooLong'), z.regex(/^(https:\/\/[^\s<>"]+|\/(?!\/)[\w/?=&.%-]*)$/, 'id'));
/** A path on the customers' host: their app shows no picture from elsewhere. */
const image = z.string('id').check(z.maxLength(500, 'tooLong'), z.regex(/^\/(?!\/)[\w/?=&.%-]+$/, 'id'));

/** Who a message goes to. Everything that is told must hold; nothing told: everybody. */
const to = {
  /** Numbers, separated by commas or spaces. */
  customers: z.optional(field.text(150_000)),
  language: z.optional(field.choice(['zh', 'en'])),
  identity: z.optional(field.choice(identityStates)),
  tier: z.optional(field.whole(1, 2_147_483_647)),
};

const message = z.object({
  id: z.number(),
  operator: z.string(),
  time: field.time(),
  /** Sent from then on. */
  due: field.time(),
  titleZh: z.string(),
  titleEn: z.string(),
  state: z.enum(['planned', 'sending', 'done', 'cancelled']),
  /** Of the list that it goes to; null: all of whom the rest holds. */
  listed: z.nullable(z.number()),
  language: z.nullable(z.enum(['zh', 'en'])),
  identity: z.nullable(z.enum(identityStates)),
  tier: z.nullable(z.number()),
  /** How many they are, once it is begun. */
  recipients: z.nullable(z.number()),
  sent: z.number(),
  finished: z.nullable(field.time()),
});
export type SentMessage = z.output<typeof message>;

export const contentCalls = {
  list: reading({
    name: 'content',
    right: 'content.see',
    summary: 'Notices, the newest first, banners, and the page about the exchange.',
    input: () => z.object({}),
    output: () =>
      z.object({
        notices: z.array(notice),
        banners: z.array(banner),
        about: z.object({ textZh: z.string(), textEn: z.string() }),
      }),
  }),
  preview: changing({
    name: 'content/preview',
    right: 'content.see',
    summary: 'What customers would see of a text: safe HTML.',
    input: () => z.object({ text: article }),
    output: () => z.object({ html: z.string() }),
  }),
  savenotice: changing({
    name: 'content/savenotice',
    right: 'content.change',
    summary: 'Writes a notice for everybody, or changes it. Its time may be in the future.',
    input: () =>
      z.object({
        id,
        kind: field.choice(['system', 'notice']),
        time: z.optional(field.moment()),
        titleZh: title,
        titleEn: title,
        textZh: article,
        textEn: article,
      }),
    output: () => notice,
  }),
  deletenotice: changing({
    name: 'content/deletenotice',
    right: 'content.change',
    summary: 'Takes a notice back.',
    input: () => z.object({ id: field.serverId() }),
    output: () => z.null(),
  }),
  savebanner: changing({
    name: 'content/savebanner',
    right: 'content.change',
    summary: 'Writes a banner of the home page, or changes it, from and until when it shows.',
    input: () =>
      z.object({
        id,
        position: field.whole(0, 1000),
        titleZh: title,
        titleEn: title,
        image: z.optional(image),
        link: z.optional(link),
        from: z.optional(field.moment()),
        until: z.optional(field.moment()),
      }),
    output: () => banner,
  }),
  deletebanner: changing({
    name: 'content/deletebanner',
    right: 'content.change',
    summary: 'Takes a banner back.',
    input: () => z.object({ id: field.serverId() }),
    output: () => z.null(),
  }),
  saveabout: changing({
    name: 'content/saveabout',
    right: 'content.change',
    summary: 'Writes the page about the exchange.',
    input: () => z.object({ textZh: article, textEn: article }),
    output: () => z.null(),
  }),
  recipients: changing({
    name: 'content/recipients',
    right: 'content.see',
    summary: 'How many customers a message would go to, and who of a list does not exist.',
    input: () => z.object(to),
    output: () => z.object({ count: z.number(), unknown: z.array(z.number()) }),
  }),
  message: changing({
    name: 'content/message',
    right: 'content.change',
    summary:
      'Writes into the inboxes of a list of customers, of those of a language, identity or fee tier, or of all: now or at a time. It goes on by itself, and each gets it once.',
    input: () =>
      z.object({
        ...to,
        /** The same one is sent once: for who got no answer and sends it again. */
        requestId: z.optional(field.clientId()),
        at: z.optional(field.moment()),
        titleZh: title,
        titleEn: title,
        textZh: article,
        textEn: article,
      }),
    output: () => z.object({ id: z.number(), count: z.number(), unknown: z.array(z.number()) }),
  }),
  messages: reading({
    name: 'content/messages',
    right: 'content.see',
    summary: 'Messages to customers, the newest first, and how far they are.',
    input: () => z.object(field.page()),
    output: () => field.pageOf(message),
  }),
  cancelmessage: changing({
    name: 'content/cancelmessage',
    right: 'content.change',
    summary: 'Stops a message that is planned or on its way; who has it already keeps it.',
    input: () => z.object({ id: field.whole(1, Number.MAX_SAFE_INTEGER) }),
    output: () => z.null(),
  }),
};
