import * as z from 'zod/mini';
import { defineCall, keyRights } from './call.ts';
import * as field from './fields.ts';
import { type SchemaOutput, lazy } from './lazy.ts';

/** The header that names the key of a signed request. */
export const apiKeyHeader = 'x-api-key';
/** Keys per customer. */
export const maxApiKeys = 30;
/** Age that a signed request may have, unless its `recvWindow` says otherwise. */
export const defaultRecvWindowMs = 5_000;
export const maxRecvWindowMs = 60_000;

const maxAddresses = 1_000;

export const apiKey = lazy(() =>
  z.object({
    /** Sent as `x-api-key`. It is no secret. */
    id: z.string(),
    name: z.string(),
    kind: z.enum(['hmac', 'ed25519']),
    rights: z.array(z.enum(keyRights)),
    /** Addresses and networks that it may be used from; empty: any. */
    addresses: z.array(z.string()),
    created: field.time(),
    /** null: never. */
    expires: z.nullable(field.time()),
    /** Last use, within a minute; null: never used. */
    used: z.nullable(field.time()),
    usedFrom: z.nullable(z.string()),
  }),
);
export type ApiKey = SchemaOutput<typeof apiKey>;

const rightsForm = new RegExp(`^(${keyRights.join('|')})(,(${keyRights.join('|')}))*$`);

export const keyCalls = {
  list: defineCall({
    method: 'GET',
    path: '/api/user/apikeys.html',
    auth: 'required',
    keyRight: 'never',
    summary: 'Lists my API keys, newest first.',
    input: () => z.object({}),
    output: () => z.array(apiKey()),
  }),
  create: defineCall({
    method: 'POST',
    path: '/api/user/apikeycreate.html',
    auth: 'required',
    keyRight: 'never',
    summary:
      'Creates an API key, by the password, an e-mailed code (type=apiKey) and the second factor if one is set. With `publicKey` (Ed25519, PEM) the key is yours and no secret exists here; without it, `secret` is shown once. The right to withdraw also requires the transaction password and a list of addresses.',
    input: () =>
      z.object({
        name: field.singleLine(40, 'label').check(z.minLength(1, 'blank')),
        /** Separated by commas: read, trade, withdraw. */
        rights: z.string('blank').check(z.minLength(1, 'blank'), z.regex(rightsForm, 'choice')),
        /** IPv4 or IPv6 addresses or networks (`203.0.113.0/24`), separated by commas or spaces; at most 20. */
        addresses: z.optional(z.string('addressList').check(z.maxLength(maxAddresses, 'tooLong'))),
        expires: z.optional(field.timestamp()),
        publicKey: z.optional(z.string('publicKey').check(z.maxLength(500, 'tooLong'))),
        password: field.password(),
        code: field.verificationCode(),
        flow: field.flow(),
        totp: z.optional(field.secondFactor()),
        payPassword: z.optional(field.payPassword()),
      }),
    output: () => z.object({ key: apiKey(), secret: z.nullable(z.string()) }),
  }),
  revoke: defineCall({
    method: 'POST',
    path: '/api/user/apikeyrevoke.html',
    auth: 'required',
    keyRight: 'never',
    summary: 'Revokes one of my API keys immediately and closes its sockets.',
    input: () => z.object({ id: field.serverId() }),
    output: () => z.array(apiKey()),
  }),
};
