import { fields as field } from '@fft/contract';
import * as z from 'zod/mini';
import { customerId } from './customers.ts';
import { changing, reading } from './operator-call.ts';

const title = field.line(120, 'label').check(z.minLength(1, 'blank'));
/** Markdown. */
const article = z.string('blank').check(z.maxLength(8_000, 'tooLong'), field.keepable);

const notice = z.object({
  id: z.string(),
  kind: z.enum(['system', 'notice']),
  /** Shown from then on. */
  time: field.time,
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
  from: z.nullable(field.time),
  until: z.nullable(field.time),
});
export type Banner = z.output<typeof banner>;

/** Left out: a new one. */
const id = z.optional(field.serverId);
/** A page of the customers' app, or one elsewhere. */
const link = z
  .string('id')
  .check(z.maxLength(500, 'tooLong'), z.regex(/^(https:\/\/[^\s<>"]+|\/(?!\/)[\w/?=&.%-]*)$/, 'id'));
/** A path on the customers' host: their app shows no picture from elsewhere. */
const image = z.string('id').check(z.maxLength(500, 'tooLong'), z.regex(/^\/(?!\/)[\w/?=&.%-]+$/, 'id'));

export const contentCalls = {
  list: reading({
    name: 'content',
    right: 'content.see',
    summary: 'Notices, the newest first, banners, and the page about the exchange.',
    input: z.object({}),
    output: z.object({
      notices: z.array(notice),
      banners: z.array(banner),
      about: z.object({ textZh: z.string(), textEn: z.string() }),
    }),
  }),
  preview: changing({
    name: 'content/preview',
    right: 'content.see',
    summary: 'What customers would see of a text: safe HTML.',
    input: z.object({ text: article }),
    output: z.object({ html: z.string() }),
  }),
  savenotice: changing({
    name: 'content/savenotice',
    right: 'content.change',
    summary: 'Writes a notice for everybody, or changes it. Its time may be in the future.',
    input: z.object({
      id,
      kind: field.choice(['system', 'notice']),
      time: z.optional(field.moment),
      titleZh: title,
      titleEn: title,
      textZh: article,
      textEn: article,
    }),
    output: notice,
  }),
  deletenotice: changing({
    name: 'content/deletenotice',
    right: 'content.change',
    summary: 'Takes a notice back.',
    input: z.object({ id: field.serverId }),
    output: z.null(),
  }),
  savebanner: changing({
    name: 'content/savebanner',
    right: 'content.change',
    summary: 'Writes a banner of the home page, or changes it, from and until when it shows.',
    input: z.object({
      id,
      position: field.whole(0, 1000),
      titleZh: title,
      titleEn: title,
      image: z.optional(image),
      link: z.optional(link),
      from: z.optional(field.moment),
      until: z.optional(field.moment),
    }),
    output: banner,
  }),
  deletebanner: changing({
    name: 'content/deletebanner',
    right: 'content.change',
    summary: 'Takes a banner back.',
    input: z.object({ id: field.serverId }),
    output: z.null(),
  }),
  saveabout: changing({
    name: 'content/saveabout',
    right: 'content.change',
    summary: 'Writes the page about the exchange.',
    input: z.object({ textZh: article, textEn: article }),
    output: z.null(),
  }),
  message: changing({
    name: 'content/message',
    right: 'content.change',
    summary: 'Writes into the inboxes of some customers; they hear of it at once. To all, write a notice.',
    input: z.object({
      /** Numbers, separated by commas or spaces. */
      customers: field.text(4000),
      titleZh: title,
      titleEn: title,
      textZh: article,
      textEn: article,
    }),
    output: z.object({ sent: z.number(), unknown: z.array(customerId) }),
  }),
};
