import * as z from 'zod/mini';
import { defineCall } from './call.ts';
import * as field from './fields.ts';
import { user } from './user.ts';

const session = z.object({ token: z.string(), expiresAt: field.time, user });
const codeSent = z.object({ resendAfter: z.number() });

export const passport = {
  regemail: defineCall({
    method: 'POST',
    path: '/api/passport/regemail.html',
    auth: 'none',
    summary: 'Sends a registration code. The answer is the same whether or not the address is taken.',
    input: z.object({ email: field.email }),
    output: codeSent,
  }),
  reg: defineCall({
    method: 'POST',
    path: '/api/passport/reg.html',
    auth: 'none',
    summary: 'Registers a customer and opens a session.',
    input: z.object({
      email: field.email,
      code: field.verificationCode,
      password: field.newPassword,
      passwordConfirm: field.password,
      inviteCode: z.optional(field.text(32)),
    }),
    output: session,
  }),
  login: defineCall({
    method: 'POST',
    path: '/api/passport/login.html',
    auth: 'none',
    summary: 'Opens a session.',
    input: z.object({ email: field.email, password: field.password, keep: z._default(field.flag, false) }),
    output: session,
  }),
  logout: defineCall({
    method: 'POST',
    path: '/api/passport/logout.html',
    auth: 'required',
    summary: 'Ends this session.',
    input: z.object({}),
    output: z.null(),
  }),
};
