import * as z from 'zod/mini';
import { defineCall } from './call.ts';
import * as field from './fields.ts';
import { type Made, once } from './once.ts';

/** `system` and `notice` are for everybody, `account` for one customer. */
const contentKinds = ['system', 'notice', 'account'] as const;

/** A message of the inbox. Without a session nothing is read. */
const message = once(() =>
  z.object({
    id: z.string(),
    kind: z.enum(contentKinds),
    title: z.string(),
    summary: z.string(),
    time: field.time(),
    read: z.boolean(),
  }),
);
export type Message = Made<typeof message>;

export const contentCalls = {
  list: defineCall({
    method: 'GET',
    path: '/api/content.html',
    auth: 'optional',
    weight: 8,
    summary: 'The inbox, newest first, in my language. Messages of kind account need a session.',
    input: () => z.object({ kind: z.optional(field.choice(contentKinds)), ...field.page() }),
    output: () => field.pageOf(message()),
  }),
  detail: defineCall({
    method: 'GET',
    path: '/api/content/detail.html',
    auth: 'optional',
    weight: 5,
    summary: 'One message with its text, as safe HTML; it counts as read from then on.',
    input: () => z.object({ id: field.serverId() }),
    output: () => z.extend(message(), { html: z.string() }),
  }),
  unread: defineCall({
    method: 'GET',
    path: '/api/content/unread.html',
    auth: 'required',
    weight: 5,
    summary: 'How many messages I have not read.',
    input: () => z.object({}),
    output: () => z.object({ count: z.number() }),
  }),
  markAllRead: defineCall({
    method: 'POST',
    path: '/api/content/readall.html',
    auth: 'required',
    weight: 8,
    summary: 'Marks every message as read.',
    input: () => z.object({}),
    output: () => z.null(),
  }),
  about: defineCall({
    method: 'GET',
    path: '/api/content/about.html',
    auth: 'none',
    summary: 'What this exchange is: name, version, text as safe HTML, and links.',
    input: () => z.object({}),
    output: () =>
      z.object({
        name: z.string(),
        version: z.string(),
        html: z.string(),
        links: z.array(z.object({ title: z.string(), url: z.string() })),
      }),
  }),
};
