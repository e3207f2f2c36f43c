import { defineCall, fields as field } from '@fft/contract';
import * as z from 'zod/mini';
import { changing, reading } from './operator-call.ts';
import { rights, roles, type Right } from './rights.ts';

/** Letters, digits, dot and hyphen: what stands in the audit log. */
export const operatorName = z
  .string('blank')
  .check(z.trim(), z.toLowerCase(), z.minLength(1, 'blank'), z.regex(/^[a-z][a-z0-9.-]{1,31}$/, 'id'));

const me = z.object({
  id: z.number(),
  name: z.string(),
  role: z.enum(roles),
  rights: z.array(z.enum(Object.keys(rights) as [Right, ...Right[]])),
});
export type Me = z.output<typeof me>;

export const sessionCalls = {
  login: defineCall({
    method: 'POST',
    path: '/api/operators/login',
    auth: 'none',
    summary:
      'Opens a session by password and a code of the authenticator app. At the first log-in the app is set up: without a code this answers its secret, and with one the new password goes along.',
    input: () =>
      z.object({
        name: operatorName,
        password: field.password(),
        code: z.optional(field.verificationCode()),
        newPassword: z.optional(field.newPassword()),
      }),
    output: () =>
      z.discriminatedUnion('state', [
        z.object({ state: z.literal('in'), token: z.string(), expiresAt: field.time(), me }),
        z.object({ state: z.literal('setUp'), secret: z.string(), uri: z.string() }),
      ]),
  }),
  logout: changing({
    name: 'logout',
    right: null,
    summary: 'Ends this session.',
    input: () => z.object({}),
    output: () => z.null(),
  }),
  me: reading({
    name: 'me',
    right: null,
    summary: 'Who I am, and what I may do.',
    input: () => z.object({}),
    output: () => me,
  }),
};
