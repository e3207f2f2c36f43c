import { defineCall, fields as field } from '@fft/contract';
import * as z from 'zod/mini';
import { writeCall, readCall } from './operator-call.ts';
import { rights, roles, type Right } from './rights.ts';

/** Letters, digits, dot and hyphen; shown in the audit log. */
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

const openedSession = () => z.object({ token: z.string(), expiresAt: field.time(), me });

const passkey = z.object({
  id: z.string(),
  name: z.string(),
  created: field.time(),
  used: z.nullable(field.time()),
});
export type OperatorPasskey = z.output<typeof passkey>;

/** WebAuthn options, which a browser passes to the authenticator unchanged. */
const passkeyOptions = () => z.object({ options: z.record(z.string(), z.unknown()) });
/** Proves again that the operator is present. */
const reauthentication = { password: field.password(), code: field.verificationCode() };

/** The part after `#/enrol/` of a one-time link. Any other text is refused like an expired link. */
const enrolmentToken = field.text(128);
const seed = z.string('blank').check(z.minLength(1, 'blank'), z.regex(/^[A-Za-z0-9_-]{22}$/, 'id'));

export const sessionCalls = {
  login: defineCall({
    method: 'POST',
    path: '/api/operators/login',
    auth: 'none',
    summary: 'Starts a session with a password and an authenticator code. Without a code, the call returns code 1105.',
    input: () =>
      z.object({ name: operatorName, password: field.password(), code: z.optional(field.verificationCode()) }),
    output: openedSession,
  }),
  beginPasskeyLogin: defineCall({
    method: 'POST',
    path: '/api/operators/passkey/begin',
    auth: 'none',
    summary:
      'Returns a WebAuthn challenge for a passkey log-in. It names no operator and is valid once, for five minutes.',
    input: () => z.object({}),
    output: passkeyOptions,
  }),
  loginByPasskey: defineCall({
    method: 'POST',
    path: '/api/operators/passkey',
    auth: 'none',
    summary: "Starts a session with an operator's passkey. User verification on the device replaces password and code.",
    input: () => z.object({ response: field.credential() }),
    output: openedSession,
  }),
  beginEnrolment: defineCall({
    method: 'POST',
    path: '/api/operators/enrol/begin',
    auth: 'none',
    summary:
      'Returns the operator of a one-time link, and a new authenticator secret each time; changes nothing. A link that is wrong, used, replaced or expired is refused.',
    input: () => z.object({ token: enrolmentToken }),
    output: () =>
      z.object({
        name: z.string(),
        role: z.enum(roles),
        /** Expiry of the link. */
        until: field.time(),
        /** Identifies the secret; passed to `enrol`. */
        seed: z.string(),
        secret: z.string(),
        uri: z.string(),
      }),
  }),
  enrol: defineCall({
    method: 'POST',
    path: '/api/operators/enrol',
    auth: 'none',
    summary:
      'Uses a one-time link: sets the operator’s password and authenticator app, if the app’s code is correct. The operator then logs in.',
    input: () =>
      z.object({ token: enrolmentToken, seed, password: field.newPassword(), code: field.verificationCode() }),
    output: () => z.object({ name: z.string() }),
  }),
  logout: writeCall({
    name: 'logout',
    right: null,
    summary: 'Ends this session.',
    input: () => z.object({}),
    output: () => z.null(),
  }),
  passkeys: readCall({
    name: 'passkeys',
    right: null,
    summary: 'Lists my passkeys.',
    input: () => z.object({}),
    output: () => z.array(passkey),
  }),
  beginPasskey: writeCall({
    name: 'passkeys/begin',
    right: null,
    summary: 'Starts adding a passkey. It will replace password and code, so both are required.',
    input: () => z.object(reauthentication),
    output: passkeyOptions,
  }),
  addPasskey: writeCall({
    name: 'passkeys/add',
    right: null,
    summary: 'Registers a passkey created by the device. An operator can have ten.',
    input: () =>
      z.object({ name: field.singleLine(40, 'nickname').check(z.minLength(1, 'blank')), response: field.credential() }),
    output: () => z.array(passkey),
  }),
  removePasskey: writeCall({
    name: 'passkeys/remove',
    right: null,
    summary: 'Removes one of my passkeys.',
    input: () => z.object({ id: field.credentialId(), ...reauthentication }),
    output: () => z.array(passkey),
  }),
  me: readCall({
    name: 'me',
    right: null,
    summary: 'Returns my name, role and rights.',
    input: () => z.object({}),
    output: () => me,
  }),
};
