import * as z from 'zod/mini';
import { defineCall } from './call.ts';
import { codeSent } from './code-sent.ts';
import * as field from './fields.ts';
import { type Made, once } from './once.ts';

export const identityState = once(() => z.enum(['none', 'pending', 'passed', 'failed', 'revoked']));

/** The customer, as he sees himself. E-mail and phone are masked. */
export const user = once(() =>
  z.object({
    id: z.string(),
    email: z.nullable(z.string()),
    phone: z.nullable(z.string()),
    nickname: z.string(),
    avatar: z.nullable(z.string()),
    lang: z.enum(['zh', 'en']),
    upColor: z.enum(['green', 'red']),
    /** Where the customer says to be: a country of ISO 3166, two letters, and whole degrees, null where only the country was chosen. */
    location: z.optional(
      z.object({ country: z.string(), latitude: z.nullable(z.number()), longitude: z.nullable(z.number()) }),
    ),
    identity: z.object({ state: identityState(), reason: z.optional(z.string()) }),
    has: z.object({ payPassword: z.boolean(), totp: z.boolean(), antiPhishing: z.boolean() }),
    /** Withdrawals are held until then, as a password or factor was changed. */
    holdUntil: z.optional(field.time()),
    lastLogin: z.nullable(field.time()),
  }),
);
export type User = Made<typeof user>;

const session = once(() =>
  z.object({
    id: z.string(),
    /** Whether it is the one that asks. */
    current: z.boolean(),
    device: z.string(),
    ip: z.string(),
    created: field.time(),
    used: field.time(),
    /** Ends then without further use. */
    expires: field.time(),
  }),
);

const login = once(() =>
  z.object({
    id: z.string(),
    time: field.time(),
    ip: z.string(),
    device: z.string(),
    /** `failed` knew the address and not the password, `refused` not the second factor. */
    state: z.enum(['done', 'failed', 'refused']),
  }),
);

const passkey = once(() =>
  z.object({ id: z.string(), name: z.string(), created: field.time(), used: z.nullable(field.time()) }),
);

const recoveryCodes = once(() => z.object({ recoveryCodes: z.array(z.string()) }));

export const userCalls = {
  read: defineCall({
    method: 'GET',
    path: '/api/user/read.html',
    auth: 'required',
    summary: 'Who I am.',
    input: () => z.object({}),
    output: user,
  }),
  sendCode: defineCall({
    method: 'GET',
    path: '/api/user/passemail.html',
    auth: 'required',
    summary:
      'Sends a code: by e-mail to change the log-in password (login) or the transaction password (pay), to a new address or, without one, to the bound address (bind), or to a phone number by SMS (phone).',
    input: () =>
      z.object({
        type: field.choice(['login', 'pay', 'bind', 'phone']),
        email: z.optional(field.email()),
        phone: z.optional(field.phone()),
      }),
    output: codeSent,
  }),
  setPassword: defineCall({
    method: 'POST',
    path: '/api/user/setpass.html',
    auth: 'required',
    summary:
      'Sets the log-in password (type=login; ends all other sessions) or the transaction password of 6 digits (type=pay). Where one was set before, withdrawals are held for 24 hours.',
    input: () =>
      z.discriminatedUnion(
        'type',
        [
          z.object({
            type: z.literal('login'),
            code: field.verificationCode(),
            flow: field.flow(),
            oldPassword: field.password(),
            password: field.newPassword(),
            passwordConfirm: field.password(),
            totp: z.optional(field.secondFactor()),
          }),
          z.object({
            type: z.literal('pay'),
            code: field.verificationCode(),
            flow: field.flow(),
            password: field.payPassword(),
            passwordConfirm: field.payPassword(),
            totp: z.optional(field.secondFactor()),
          }),
        ],
        'choice',
      ),
    output: () => z.null(),
  }),
  bindEmail: defineCall({
    method: 'POST',
    path: '/api/user/bindemail.html',
    auth: 'required',
    summary: 'Binds an e-mail address. Who has one bound shows by `oldCode` that it is still his.',
    input: () =>
      z.object({
        email: field.email(),
        code: field.verificationCode(),
        flow: field.flow(),
        oldCode: z.optional(field.verificationCode()),
        oldFlow: field.flow(),
        totp: z.optional(field.secondFactor()),
      }),
    output: user,
  }),
  setProfile: defineCall({
    method: 'POST',
    path: '/api/user/setinfo.html',
    auth: 'required',
    summary:
      'Changes what is given. An empty avatar, anti-phishing code or country is taken away; a phone number needs its code.',
    input: () =>
      z.object({
        nickname: z.optional(field.line(24, 'nickname').check(z.minLength(1, 'blank'))),
        avatar: z.optional(z.union([z.literal(''), field.serverId()])),
        lang: z.optional(field.choice(['zh', 'en'])),
        upColor: z.optional(field.choice(['green', 'red'])),
        antiPhishing: z.optional(field.line(20, 'antiPhishing')),
        /** Where I am, ISO 3166, two letters; empty takes it away. Whole degrees, both or none, go with it. */
        country: z.optional(z.string('country').check(z.trim(), z.toUpperCase(), z.regex(/^([A-Z]{2})?$/, 'country'))),
        latitude: z.optional(field.whole(-90, 90)),
        longitude: z.optional(field.whole(-180, 180)),
        phone: z.optional(field.phone()),
        code: z.optional(field.verificationCode()),
        flow: field.flow(),
      }),
    output: user,
  }),
  sessions: defineCall({
    method: 'GET',
    path: '/api/user/sessions.html',
    auth: 'required',
    summary: 'Where I am logged in, the last used first.',
    input: () => z.object({}),
    output: () => z.array(session()),
  }),
  revokeSession: defineCall({
    method: 'POST',
    path: '/api/user/revoke.html',
    auth: 'required',
    summary: 'Ends one of my sessions.',
    input: () => z.object({ id: field.serverId() }),
    output: () => z.null(),
  }),
  logins: defineCall({
    method: 'GET',
    path: '/api/user/logins.html',
    auth: 'required',
    weight: 5,
    summary: 'Who logged in to my account or tried to, the latest first.',
    input: () => z.object(field.page()),
    output: () => field.pageOf(login()),
  }),
  invite: defineCall({
    method: 'GET',
    path: '/api/user/invite.html',
    auth: 'required',
    summary: 'The code that I invite others with, and how many registered with it.',
    input: () => z.object({}),
    output: () => z.object({ code: z.string(), invited: z.number() }),
  }),
  beginTotp: defineCall({
    method: 'POST',
    path: '/api/user/totp.html',
    auth: 'required',
    summary: 'Begins to set up an authenticator app: `uri` is what its QR code says. It counts once it is confirmed.',
    input: () => z.object({ password: field.password() }),
    output: () => z.object({ secret: z.string(), uri: z.string() }),
  }),
  confirmTotp: defineCall({
    method: 'POST',
    path: '/api/user/totpconfirm.html',
    auth: 'required',
    summary: 'Confirms the authenticator app by a code of it. The recovery codes are shown this once.',
    input: () => z.object({ totp: field.secondFactor() }),
    output: recoveryCodes,
  }),
  removeTotp: defineCall({
    method: 'POST',
    path: '/api/user/totpremove.html',
    auth: 'required',
    summary: 'Removes the authenticator app, by a code of it or a recovery code.',
    input: () => z.object({ totp: field.secondFactor() }),
    output: () => z.null(),
  }),
  renewRecoveryCodes: defineCall({
    method: 'POST',
    path: '/api/user/recovery.html',
    auth: 'required',
    summary: 'Makes new recovery codes; the old ones are void.',
    input: () => z.object({ totp: field.secondFactor() }),
    output: recoveryCodes,
  }),
  beginPasskey: defineCall({
    method: 'POST',
    path: '/api/user/passkeybegin.html',
    auth: 'required',
    summary: 'Gives what `navigator.credentials.create` needs to make a passkey.',
    input: () => z.object({ password: field.password(), totp: z.optional(field.secondFactor()) }),
    output: () => z.object({ options: z.record(z.string(), z.unknown()) }),
  }),
  addPasskey: defineCall({
    method: 'POST',
    path: '/api/user/passkeyadd.html',
    auth: 'required',
    summary: 'Keeps the passkey that the device made.',
    input: () =>
      z.object({ name: field.line(40, 'nickname').check(z.minLength(1, 'blank')), response: field.credential() }),
    output: () => z.array(passkey()),
  }),
  passkeys: defineCall({
    method: 'GET',
    path: '/api/user/passkeys.html',
    auth: 'required',
    summary: 'My passkeys.',
    input: () => z.object({}),
    output: () => z.array(passkey()),
  }),
  removePasskey: defineCall({
    method: 'POST',
    path: '/api/user/passkeyremove.html',
    auth: 'required',
    summary: 'Removes one of my passkeys. Withdrawals are held for 24 hours.',
    input: () => z.object({ id: field.credentialId(), password: field.password() }),
    output: () => z.array(passkey()),
  }),
  freeze: defineCall({
    method: 'POST',
    path: '/api/user/freeze.html',
    auth: 'required',
    summary: 'Locks my account and ends all its sessions. Only an operator unlocks it.',
    input: () => z.object({ password: field.password() }),
    output: () => z.null(),
  }),
};
