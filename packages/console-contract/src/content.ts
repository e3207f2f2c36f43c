import { fields as field } from '@fft/contract';
import * as z from 'zod/mini';
import { identityStates } from './identity-states.ts';
import { writeCall, readCall } from './operator-call.ts';

const title = field.singleLine(120, 'label').check(z.minLength(1, 'blank'));
/** Markdown. */
const article = z.string('blank').check(z.maxLength(8_000, 'tooLong'), field.storableText());

const notice = z.object({
  id: z.string(),
  kind: z.enum(['system', 'notice']),
  /** Shown from this time on. */
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

/** Absent to create a new one. */
const id = z.optional(field.serverId());
/** A path of the customers' app, or an https URL. */
const link = z
  .string('id')
  .check(z.maxLength(500, 'tooLong'), z.regex(/^(https:\/\/[^\s<>"]+|\/(?!\/)[\w/?=&.%-]*)$/, 'id'));
/** A path on the customers' host: the app's content policy blocks images from other hosts. */
const image = z.string('id').check(z.maxLength(500, 'tooLong'), z.regex(/^\/(?!\/)[\w/?=&.%-]+$/, 'id'));

/** Audience of a message: customers that match all given fields; all customers if none is given. */
const audience = {
  /** Customer numbers, separated by commas or spaces. */
  customers: z.optional(field.text(150_000)),
  language: z.optional(field.choice(['zh', 'en'])),
  identity: z.optional(field.choice(identityStates)),
  tier: z.optional(field.integer(1, 2_147_483_647)),
};

const message = z.object({
  id: z.number(),
  operator: z.string(),
  time: field.time(),
  /** Sending starts at this time. */
  due: field.time(),
  titleZh: z.string(),
  titleEn: z.string(),
  state: z.enum(['planned', 'sending', 'done', 'cancelled']),
  /** Number of customers on the list; null without a list. */
  listed: z.nullable(z.number()),
  language: z.nullable(z.enum(['zh', 'en'])),
  identity: z.nullable(z.enum(identityStates)),
  tier: z.nullable(z.number()),
  /** Number of recipients, known once sending has started. */
  recipients: z.nullable(z.number()),
  sent: z.number(),
  finished: z.nullable(field.time()),
});
export type SentMessage = z.output<typeof message>;

/** The proposal that a second operator must agree to; null if it is done. */
const approval = z.nullable(z.number());

export const contentCalls = {
  list: readCall({
    name: 'content',
    right: 'content.see',
    summary: 'Lists notices (newest first), banners, and the page about the exchange.',
    input: () => z.object({}),
    output: () =>
      z.object({
        notices: z.array(notice),
        banners: z.array(banner),
        about: z.object({ textZh: z.string(), textEn: z.string() }),
      }),
  }),
  preview: writeCall({
    name: 'content/preview',
    right: 'content.see',
    summary: 'Returns a text as customers see it: sanitized HTML.',
    input: () => z.object({ text: article }),
    output: () => z.object({ html: z.string() }),
  }),
  saveNotice: writeCall({
    name: 'content/savenotice',
    right: 'content.change',
    summary:
      'Creates or changes a notice for all customers. Its time may be in the future. One that leads elsewhere than to the exchange is only proposed: a second operator must agree.',
    input: () =>
      z.object({
        id,
        kind: field.choice(['system', 'notice']),
        time: z.optional(field.timestamp()),
        titleZh: title,
        titleEn: title,
        textZh: article,
        textEn: article,
      }),
    output: () => z.object({ notice: z.nullable(notice), approval }),
  }),
  deleteNotice: writeCall({
    name: 'content/deletenotice',
    right: 'content.change',
    summary: 'Deletes a notice.',
    input: () => z.object({ id: field.serverId() }),
    output: () => z.null(),
  }),
  saveBanner: writeCall({
    name: 'content/savebanner',
    right: 'content.change',
    summary:
      'Creates or changes a banner of the home page, with the time it is shown. One that leads elsewhere than to the exchange is only proposed.',
    input: () =>
      z.object({
        id,
        position: field.integer(0, 1000),
        titleZh: title,
        titleEn: title,
        image: z.optional(image),
        link: z.optional(link),
        from: z.optional(field.timestamp()),
        until: z.optional(field.timestamp()),
      }),
    output: () => z.object({ banner: z.nullable(banner), approval }),
  }),
  deleteBanner: writeCall({
    name: 'content/deletebanner',
    right: 'content.change',
    summary: 'Deletes a banner.',
    input: () => z.object({ id: field.serverId() }),
    output: () => z.null(),
  }),
  saveAbout: writeCall({
    name: 'content/saveabout',
    right: 'content.change',
    summary: 'Saves the page about the exchange. One that leads elsewhere than to the exchange is only proposed.',
    input: () => z.object({ textZh: article, textEn: article }),
    output: () => z.object({ approval }),
  }),
  countRecipients: writeCall({
    name: 'content/recipients',
    right: 'content.see',
    summary: 'Returns the number of recipients of a message, and the listed customers that do not exist.',
    input: () => z.object(audience),
    output: () => z.object({ count: z.number(), unknown: z.array(z.number()) }),
  }),
  sendMessage: writeCall({
    name: 'content/message',
    right: 'content.change',
    summary:
      'Sends an inbox message to a list of customers, to those of a language, identity state or fee tier, or to all, now or at a given time. It is sent in the background, once to each customer. One to more customers than one operator may write to within an hour, or that leads elsewhere than to the exchange, is only proposed.',
    input: () =>
      z.object({
        ...audience,
        /** Repeating a requestId sends the message only once. */
        requestId: z.optional(field.clientId()),
        at: z.optional(field.timestamp()),
        titleZh: title,
        titleEn: title,
        textZh: article,
        textEn: article,
      }),
    output: () => z.object({ id: z.nullable(z.number()), count: z.number(), unknown: z.array(z.number()), approval }),
  }),
  messages: readCall({
    name: 'content/messages',
    right: 'content.see',
    summary: 'Lists messages to customers, newest first, with their progress.',
    input: () => z.object(field.page()),
    output: () => field.pageOf(message),
  }),
  cancelMessage: writeCall({
    name: 'content/cancelmessage',
    right: 'content.change',
    summary: 'Cancels a planned message or stops one that is being sent. Customers who already have it keep it.',
    input: () => z.object({ id: field.integer(1, Number.MAX_SAFE_INTEGER) }),
    output: () => z.null(),
  }),
};
