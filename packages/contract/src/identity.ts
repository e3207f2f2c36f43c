import * as z from 'zod/mini';
import { defineCall } from './call.ts';
import * as field from './fields.ts';
import { identityState } from './user.ts';
import { once } from './once.ts';

const idType = ['identity', 'passport', 'licence'] as const;

/** Null where nothing was submitted yet. Name and number are masked; `reason` is why it failed or was revoked, in the caller's language. */
const identityInfo = once(() =>
  z.object({
    state: identityState(),
    reason: z.optional(z.string()),
    nationality: z.nullable(z.string()),
    name: z.nullable(z.string()),
    idType: z.nullable(z.enum(idType)),
    idNumber: z.nullable(z.string()),
    submittedAt: z.nullable(field.time()),
  }),
);

/** Who a customer is by his papers. */
export const identityCalls = {
  read: defineCall({
    method: 'POST',
    path: '/api/user/idinfo.html',
    auth: 'required',
    summary: 'How far the verification of my identity is.',
    input: () => z.object({}),
    output: identityInfo,
  }),
  submit: defineCall({
    method: 'POST',
    path: '/api/user/idauth.html',
    auth: 'required',
    summary:
      'Submits papers for verification. `front`, `back` and `hand` (held by their owner, with the signature) are ids of uploads. Only where nothing is under review or passed.',
    input: () =>
      z.object({
        /** ISO 3166, two letters. */
        nationality: z
          .string('blank')
          .check(z.trim(), z.toUpperCase(), z.minLength(1, 'blank'), z.regex(/^[A-Z]{2}$/, 'country')),
        name: field.line(100, 'id').check(z.minLength(1, 'blank')),
        idType: field.choice(idType),
        idNumber: z
          .string('blank')
          .check(
            z.trim(),
            z.toUpperCase(),
            z.minLength(1, 'blank'),
            z.regex(/^[A-Z0-9][A-Z0-9 -]{2,38}[A-Z0-9]$/, 'idNumber'),
          ),
        front: field.serverId(),
        back: field.serverId(),
        hand: field.serverId(),
      }),
    output: identityInfo,
  }),
};
