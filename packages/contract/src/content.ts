import * as z from 'zod/mini';
import { defineCall } from './call.ts';
import * as field from './fields.ts';
import { type SchemaOutput, lazy } from './lazy.ts';

/** `system` and `notice` go to all customers, `account` to one. */
const contentKinds = ['system', 'notice', 'account'] as const;

/** An inbox message. `read` is false without a session. */
export const message = lazy(() =>
  z.object({
    id: z.string(),
    kind: z.enum(contentKinds),
    title: z.string(),
    summary: z.string(),
    time: field.time(),
    read: z.boolean(),
  }),
);
export type Message = SchemaOutput<typeof message>;

export const contentCalls = {
  list: defineCall({
    method: 'GET',
    path: '/api/content.html',
    auth: 'optional',
    keyRight: 'read',
    weight: 8,
    summary: 'Lists inbox messages, newest first, in my language. Messages of kind `account` require a session.',
    input: () => z.object({ kind: z.optional(field.choice(contentKinds)), ...field.page() }),
    output: () => field.pageOf(message()),
  }),
  detail: defineCall({
    method: 'GET',
    path: '/api/content/detail.html',
    auth: 'optional',
    keyRight: 'read',
    weight: 5,
    summary: 'Returns one message with its text as sanitized HTML, and marks it as read.',
    input: () => z.object({ id: field.serverId() }),
    output: () => z.object({ ...message().shape, html: z.string() }),
  }),
  unread: defineCall({
    method: 'GET',
    path: '/api/content/unread.html',
    auth: 'required',
    keyRight: 'read',
    weight: 5,
    summary: 'Returns the number of my unread messages; 100 if there are more.',
    input: () => z.object({}),
    output: () => z.object({ count: field.whole() }),
  }),
  markAllRead: defineCall({
    method: 'POST',
    path: '/api/content/readall.html',
    auth: 'required',
    keyRight: 'never',
    weight: 8,
    summary: 'Marks all messages as read.',
    input: () => z.object({}),
    output: () => z.null(),
  }),
  about: defineCall({
    method: 'GET',
    path: '/api/content/about.html',
    auth: 'none',
    rarelyChanges: true,
    summary: 'Returns the name, version, description (sanitized HTML) and links of this exchange.',
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
