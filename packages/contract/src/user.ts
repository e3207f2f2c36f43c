import * as z from 'zod/mini';
import { defineCall } from './call.ts';
import { time } from './fields.ts';

/** The customer, as he sees himself. E-mail and phone are masked. */
export const user = z.object({
  id: z.string(),
  email: z.nullable(z.string()),
  phone: z.nullable(z.string()),
  nickname: z.string(),
  avatar: z.nullable(z.string()),
  lang: z.enum(['zh', 'en']),
  upColor: z.enum(['green', 'red']),
  identity: z.object({ state: z.enum(['none', 'pending', 'passed', 'failed']), reason: z.optional(z.string()) }),
  has: z.object({ payPassword: z.boolean(), totp: z.boolean(), antiPhishing: z.boolean() }),
  holdUntil: z.optional(time),
  lastLogin: z.nullable(time),
});
export type User = z.output<typeof user>;

export const userCalls = {
  read: defineCall({
    method: 'GET',
    path: '/api/user/read.html',
    auth: 'required',
    summary: 'Who I am.',
    input: z.object({}),
    output: user,
  }),
};
