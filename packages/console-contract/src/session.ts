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

const opened = () => z.object({ token: z.string(), expiresAt: field.time(), me });

const passkey = z.object({
  id: z.string(),
  name: z.string(),
  created: field.time(),
  used: z.nullable(field.time()),
});
export type OperatorPasskey = z.output<typeof passkey>;

/** What a browser hands to the device as it is. */
const passkeyOptions = () => z.object({ options: z.record(z.string(), z.unknown()) });
/** Shows again who is at the desk. */
const proof = { password: field.password(), code: field.verificationCode() };

/** What a link that was mailed to an operator has after `#/enrol/`. Any other text is refused like a link that is over. */
const enrolmentToken = field.text(128);
const seed = z.string('blank').check(z.minLength(1, 'blank'), z.regex(/^[A-Za-z0-9_-]{22}$/, 'id'));

export const sessionCalls = {
  login: defineCall({
    method: 'POST',
    path: '/api/operators/login',
    auth: 'none',
    summary: 'Opens a session by password and a code of the authenticator app. Without a code it answers 1105.',
    input: () =>
      z.object({ name: operatorName, password: field.password(), code: z.optional(field.verificationCode()) }),
    output: opened,
  }),
  passkeyBegin: defineCall({
    method: 'POST',
    path: '/api/operators/passkey/begin',
    auth: 'none',
    summary:
      'Gives a device something to sign, to log in by a passkey. It names nobody, and is good once, for five minutes.',
    input: () => z.object({}),
    output: passkeyOptions,
  }),
  passkeyLogin: defineCall({
    method: 'POST',
    path: '/api/operators/passkey',
    auth: 'none',
    summary:
      "Opens a session by an operator's passkey. Its owner unlocked the device, so it counts as password and code.",
    input: () => z.object({ response: field.credential() }),
    output: opened,
  }),
  beginEnrolment: defineCall({
    method: 'POST',
    path: '/api/operators/enrol/begin',
    auth: 'none',
    summary:
      'Says whom a one-time link is for, and makes a secret for the authenticator app, another one each time. It changes nothing. A link that is wrong, used, replaced or over is refused.',
    input: () => z.object({ token: enrolmentToken }),
    output: () =>
      z.object({
        name: z.string(),
        role: z.enum(roles),
        /** When the link ends. */
        until: field.time(),
        /** Names the secret; `enrol` takes it. */
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
      'Uses a one-time link up: sets the operator’s own password and the authenticator app together, where a code of the app is right. Then they log in.',
    input: () =>
      z.object({ token: enrolmentToken, seed, password: field.newPassword(), code: field.verificationCode() }),
    output: () => z.object({ name: z.string() }),
  }),
  logout: changing({
    name: 'logout',
    right: null,
    summary: 'Ends this session.',
    input: () => z.object({}),
    output: () => z.null(),
  }),
  passkeys: reading({
    name: 'passkeys',
    right: null,
    summary: 'My passkeys.',
    input: () => z.object({}),
    output: () => z.array(passkey),
  }),
  passkeyAddBegin: changing({
    name: 'passkeys/begin',
    right: null,
    summary: 'Begins to add a passkey of mine. It will count as password and code, so both are asked for.',
    input: () => z.object(proof),
    output: passkeyOptions,
  }),
  passkeyAdd: changing({
    name: 'passkeys/add',
    right: null,
    summary: 'Keeps the passkey that the device made. An operator has at most ten.',
    input: () =>
      z.object({ name: field.line(40, 'nickname').check(z.minLength(1, 'blank')), response: field.credential() }),
    output: () => z.array(passkey),
  }),
  passkeyRemove: changing({
    name: 'passkeys/remove',
    right: null,
    summary: 'Removes a passkey of mine.',
    input: () => z.object({ id: field.credentialId(), ...proof }),
    output: () => z.array(passkey),
  }),
  me: reading({
    name: 'me',
    right: null,
    summary: 'Who I am, and what I may do.',
    input: () => z.object({}),
    output: () => me,
  }),
};
