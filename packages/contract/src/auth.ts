import * as z from 'zod/mini';
import { defineCall } from './call.ts';
import { codeSent } from './code-sent.ts';
import * as field from './fields.ts';
import { user } from './user.ts';
import { once } from './once.ts';

/** `expiresAt` is when the session ends at the latest; without use it ends earlier. */
const session = once(() => z.object({ token: z.string(), expiresAt: field.time(), user: user() }));

export const auth = {
  requestRegistrationCode: defineCall({
    method: 'POST',
    path: '/api/passport/regemail.html',
    auth: 'none',
    summary: 'Sends a registration code. The answer is the same whether or not the address is taken.',
    input: () => z.object({ email: field.email() }),
    output: codeSent,
  }),
  register: defineCall({
    method: 'POST',
    path: '/api/passport/reg.html',
    auth: 'none',
    weight: 5,
    summary: 'Registers a customer and opens a session.',
    input: () =>
      z.object({
        email: field.email(),
        code: field.verificationCode(),
        flow: field.flow(),
        password: field.newPassword(),
        passwordConfirm: field.password(),
        /** Another customer's, in any case; one that nobody has is refused. */
        inviteCode: z.optional(field.text(32)),
      }),
    output: session,
  }),
  login: defineCall({
    method: 'POST',
    path: '/api/passport/login.html',
    auth: 'none',
    weight: 5,
    summary: 'Opens a session. Who has a second factor set is asked for it by code 1105.',
    input: () =>
      z.object({
        email: field.email(),
        password: field.password(),
        totp: z.optional(field.secondFactor()),
        keep: z._default(field.flag(), false),
      }),
    output: session,
  }),
  beginPasskeyLogin: defineCall({
    method: 'POST',
    path: '/api/passport/passkeybegin.html',
    auth: 'none',
    summary: 'Gives what `navigator.credentials.get` is to sign, for a log-in by passkey.',
    input: () => z.object({}),
    output: () => z.object({ options: z.record(z.string(), z.unknown()) }),
  }),
  loginByPasskey: defineCall({
    method: 'POST',
    path: '/api/passport/passkey.html',
    auth: 'none',
    summary: 'Opens a session by a passkey. It stands for password and second factor.',
    input: () => z.object({ response: field.credential(), keep: z._default(field.flag(), false) }),
    output: session,
  }),
  requestPasswordReset: defineCall({
    method: 'POST',
    path: '/api/passport/foremail.html',
    auth: 'none',
    summary: 'Sends a code to set a forgotten password anew. The answer is the same for unknown addresses.',
    input: () => z.object({ email: field.email() }),
    output: codeSent,
  }),
  resetPassword: defineCall({
    method: 'POST',
    path: '/api/passport/forget.html',
    auth: 'none',
    weight: 5,
    summary: 'Sets a forgotten password anew. Ends all sessions and holds withdrawals for 24 hours.',
    input: () =>
      z.object({
        email: field.email(),
        code: field.verificationCode(),
        flow: field.flow(),
        password: field.newPassword(),
        passwordConfirm: field.password(),
      }),
    output: () => z.null(),
  }),
  logout: defineCall({
    method: 'POST',
    path: '/api/passport/logout.html',
    auth: 'required',
    summary: 'Ends this session.',
    input: () => z.object({}),
    output: () => z.null(),
  }),
};
