import * as z from 'zod/mini';
import { defineCall } from './call.ts';
import { codeSent } from './code-sent.ts';
import * as field from './fields.ts';
import { type SchemaOutput, lazy } from './lazy.ts';

export const identityState = lazy(() => z.enum(['none', 'pending', 'passed', 'failed', 'revoked']));

/** The customer's own profile. E-mail and phone are masked. */
export const user = lazy(() =>
  z.object({
    id: z.string(),
    email: z.nullable(z.string()),
    phone: z.nullable(z.string()),
    nickname: z.string(),
    avatar: z.nullable(z.string()),
    lang: z.enum(['zh', 'en']),
    upColor: z.enum(['green', 'red']),
    /** The location that the customer chose: an ISO 3166 alpha-2 country, and whole degrees, null if only the country was chosen. */
    location: z.optional(
      z.object({ country: z.string(), latitude: z.nullable(field.whole()), longitude: z.nullable(field.whole()) }),
    ),
    identity: z.object({ state: identityState(), reason: z.optional(z.string()) }),
    has: z.object({ payPassword: z.boolean(), totp: z.boolean(), antiPhishing: z.boolean() }),
    /** False where this exchange sends no SMS: a phone can't be bound. Absent where it does. */
    sms: z.optional(z.boolean()),
    /** Withdrawals are suspended until this time, because a password or factor was changed. */
    holdUntil: z.optional(field.time()),
    lastLogin: z.nullable(field.time()),
    /** Requirements of this exchange for every customer. */
    rules: z.object({
      /** Acts that need a verified identity. */
      identityRequiredFor: z.array(z.enum(['trade', 'withdraw', 'deposit'])),
      /** Time before a new withdrawal address can be used, and of the hold after a security change. */
      withdrawalWaitSeconds: field.whole(),
    }),
  }),
);
export type User = SchemaOutput<typeof user>;

export const session = lazy(() =>
  z.object({
    id: z.string(),
    /** True for the session of this call. */
    current: z.boolean(),
    device: z.string(),
    ip: z.string(),
    created: field.time(),
    used: field.time(),
    /** End of the session if it stays idle. */
    expires: field.time(),
  }),
);

export const login = lazy(() =>
  z.object({
    id: z.string(),
    time: field.time(),
    ip: z.string(),
    device: z.string(),
    /** `failed`: wrong password; `refused`: wrong second factor. */
    state: z.enum(['done', 'failed', 'refused']),
  }),
);

export const passkey = lazy(() =>
  z.object({ id: z.string(), name: z.string(), created: field.time(), used: z.nullable(field.time()) }),
);

const recoveryCodes = lazy(() => z.object({ recoveryCodes: z.array(z.string()) }));

export const userCalls = {
  read: defineCall({
    method: 'GET',
    path: '/api/user/read.html',
    auth: 'required',
    keyRight: 'read',
    summary: 'Returns my profile.',
    input: () => z.object({}),
    output: user,
  }),
  sendCode: defineCall({
    method: 'GET',
    path: '/api/user/passemail.html',
    acts: true,
    auth: 'required',
    keyRight: 'never',
    summary:
      'Sends a verification code by e-mail to change the log-in password (login) or the transaction password (pay) or to create an API key (apiKey), to the new address or, if none is given, the bound one (bind), or by SMS to a phone number (phone).',
    input: () =>
      z.object({
        type: field.choice(['login', 'pay', 'bind', 'phone', 'apiKey']),
        email: z.optional(field.email()),
        phone: z.optional(field.phone()),
      }),
    output: codeSent,
  }),
  setPassword: defineCall({
    method: 'POST',
    path: '/api/user/setpass.html',
    query: ['type'],
    auth: 'required',
    keyRight: 'never',
    summary:
      'Sets the log-in password (type=login; ends all other sessions) or the 6-digit transaction password (type=pay). Replacing a password suspends withdrawals for a time (`rules.withdrawalWaitSeconds`).',
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
    keyRight: 'never',
    summary: 'Binds an e-mail address. If one is already bound, `oldCode` from that address is required.',
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
    keyRight: 'never',
    summary:
      'Changes the given profile fields. An empty avatar, anti-phishing code or country removes it; a phone number requires its code.',
    input: () =>
      z.object({
        nickname: z.optional(field.singleLine(24, 'nickname').check(z.minLength(1, 'blank'))),
        avatar: z.optional(z.union([z.literal(''), field.serverId()])),
        lang: z.optional(field.choice(['zh', 'en'])),
        upColor: z.optional(field.choice(['green', 'red'])),
        antiPhishing: z.optional(field.singleLine(20, 'antiPhishing')),
        /** ISO 3166 alpha-2; empty removes the location. Latitude and longitude are whole degrees, both or neither. */
        country: z.optional(z.string('country').check(z.trim(), z.toUpperCase(), z.regex(/^([A-Z]{2})?$/, 'country'))),
        latitude: z.optional(field.integer(-90, 90)),
        longitude: z.optional(field.integer(-180, 180)),
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
    keyRight: 'never',
    summary: 'Lists my sessions, most recently used first.',
    input: () => z.object({}),
    output: () => z.array(session()),
  }),
  revokeSession: defineCall({
    method: 'POST',
    path: '/api/user/revoke.html',
    auth: 'required',
    keyRight: 'never',
    summary: 'Ends one of my sessions.',
    input: () => z.object({ id: field.serverId() }),
    output: () => z.null(),
  }),
  logins: defineCall({
    method: 'GET',
    path: '/api/user/logins.html',
    auth: 'required',
    keyRight: 'never',
    weight: 5,
    summary: 'Lists log-ins and log-in attempts of my account, latest first.',
    input: () => z.object(field.page()),
    output: () => field.pageOf(login()),
  }),
  invite: defineCall({
    method: 'GET',
    path: '/api/user/invite.html',
    auth: 'required',
    keyRight: 'never',
    summary: 'Returns my invitation code and the number of customers who registered with it.',
    input: () => z.object({}),
    output: () => z.object({ code: z.string(), invited: field.whole() }),
  }),
  beginTotp: defineCall({
    method: 'POST',
    path: '/api/user/totp.html',
    auth: 'required',
    keyRight: 'never',
    summary: 'Starts setting up an authenticator app: `uri` is the QR code’s content. Takes effect after confirmation.',
    input: () => z.object({ password: field.password() }),
    output: () => z.object({ secret: z.string(), uri: z.string() }),
  }),
  confirmTotp: defineCall({
    method: 'POST',
    path: '/api/user/totpconfirm.html',
    auth: 'required',
    keyRight: 'never',
    summary: 'Confirms the authenticator app with a code and returns the recovery codes, which are shown only once.',
    input: () => z.object({ totp: field.secondFactor() }),
    output: recoveryCodes,
  }),
  removeTotp: defineCall({
    method: 'POST',
    path: '/api/user/totpremove.html',
    auth: 'required',
    keyRight: 'never',
    summary: 'Removes the authenticator app, with one of its codes or a recovery code.',
    input: () => z.object({ totp: field.secondFactor() }),
    output: () => z.null(),
  }),
  renewRecoveryCodes: defineCall({
    method: 'POST',
    path: '/api/user/recovery.html',
    auth: 'required',
    keyRight: 'never',
    summary: 'Replaces the recovery codes; the old ones become invalid.',
    input: () => z.object({ totp: field.secondFactor() }),
    output: recoveryCodes,
  }),
  beginPasskey: defineCall({
    method: 'POST',
    path: '/api/user/passkeybegin.html',
    auth: 'required',
    keyRight: 'never',
    summary: 'Returns the options for `navigator.credentials.create`, to add a passkey.',
    input: () => z.object({ password: field.password(), totp: z.optional(field.secondFactor()) }),
    output: () => z.object({ options: z.record(z.string(), z.unknown()) }),
  }),
  addPasskey: defineCall({
    method: 'POST',
    path: '/api/user/passkeyadd.html',
    auth: 'required',
    keyRight: 'never',
    summary: 'Registers a passkey created by the device.',
    input: () =>
      z.object({ name: field.singleLine(40, 'nickname').check(z.minLength(1, 'blank')), response: field.credential() }),
    output: () => z.array(passkey()),
  }),
  passkeys: defineCall({
    method: 'GET',
    path: '/api/user/passkeys.html',
    auth: 'required',
    keyRight: 'never',
    summary: 'Lists my passkeys.',
    input: () => z.object({}),
    output: () => z.array(passkey()),
  }),
  removePasskey: defineCall({
    method: 'POST',
    path: '/api/user/passkeyremove.html',
    auth: 'required',
    keyRight: 'never',
    summary: 'Removes one of my passkeys and suspends withdrawals for a time (`rules.withdrawalWaitSeconds`).',
    input: () => z.object({ id: field.credentialId(), password: field.password() }),
    output: () => z.array(passkey()),
  }),
  freeze: defineCall({
    method: 'POST',
    path: '/api/user/freeze.html',
    auth: 'required',
    keyRight: 'never',
    summary: 'Locks my account and ends all its sessions. Only support can unlock it.',
    input: () => z.object({ password: field.password() }),
    output: () => z.null(),
  }),
};
