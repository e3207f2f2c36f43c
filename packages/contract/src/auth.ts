import * as z from 'zod/mini';
import { defineCall } from './call.ts';
import { codeSent } from './code-sent.ts';
import * as field from './fields.ts';
import { user } from './user.ts';
import { lazy } from './lazy.ts';

/** `expiresAt` is the latest end of the session; an idle session ends earlier. */
export const session = lazy(() => z.object({ token: z.string(), expiresAt: field.time(), user: user() }));

export const authCalls = {
  requestRegistrationCode: defineCall({
    method: 'POST',
    path: '/api/passport/regemail.html',
    auth: 'none',
    summary: 'Sends a registration code. The response is the same whether or not the address is registered.',
    input: () => z.object({ email: field.email() }),
    output: codeSent,
  }),
  register: defineCall({
    method: 'POST',
    path: '/api/passport/reg.html',
    auth: 'none',
    weight: 5,
    summary: 'Registers a customer and starts a session.',
    input: () =>
      z.object({
        email: field.email(),
        code: field.verificationCode(),
        flow: field.flow(),
        password: field.newPassword(),
        passwordConfirm: field.password(),
        /** Another customer's invitation code, case-insensitive; unknown codes are refused. */
        inviteCode: z.optional(field.text(32)),
        keep: z._default(field.flag(), false),
      }),
    output: session,
  }),
  login: defineCall({
    method: 'POST',
    path: '/api/passport/login.html',
    auth: 'none',
    weight: 5,
    summary: 'Starts a session. If the account has a second factor and `totp` is missing, the call returns code 1105.',
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
    summary: 'Returns the options for `navigator.credentials.get`, to log in with a passkey.',
    input: () => z.object({}),
    output: () => z.object({ options: z.record(z.string(), z.unknown()) }),
  }),
  loginByPasskey: defineCall({
    method: 'POST',
    path: '/api/passport/passkey.html',
    auth: 'none',
    summary: 'Starts a session with a passkey, which replaces password and second factor.',
    input: () => z.object({ response: field.credential(), keep: z._default(field.flag(), false) }),
    output: session,
  }),
  requestPasswordReset: defineCall({
    method: 'POST',
    path: '/api/passport/foremail.html',
    auth: 'none',
    summary: 'Sends a password reset code. The response is the same for unknown addresses.',
    input: () => z.object({ email: field.email() }),
    output: codeSent,
  }),
  resetPassword: defineCall({
    method: 'POST',
    path: '/api/passport/forget.html',
    auth: 'none',
    weight: 5,
    summary: 'Resets a forgotten password. Ends all sessions and suspends withdrawals for a time: 24 hours by default.',
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
    keyRight: 'never',
    summary: 'Ends this session.',
    input: () => z.object({}),
    output: () => z.null(),
  }),
};
