import * as z from 'zod/mini';
import { defineCall } from './call.ts';
import * as field from './fields.ts';
import { identityState } from './user.ts';
import { lazy } from './lazy.ts';

const idType = ['identity', 'passport', 'licence'] as const;

/** Fields are null before the first submission. Name and number are masked; `reason` explains a failure or revocation in the caller's language. */
export const identityInfo = lazy(() =>
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

/** Identity verification. */
export const identityCalls = {
  read: defineCall({
    method: 'POST',
    path: '/api/user/idinfo.html',
    auth: 'required',
    keyRight: 'never',
    summary: 'Returns the state of my identity verification.',
    input: () => z.object({}),
    output: identityInfo,
  }),
  submit: defineCall({
    method: 'POST',
    path: '/api/user/idauth.html',
    auth: 'required',
    keyRight: 'never',
    summary:
      'Submits identity documents. `front`, `back` and `hand` (a photo of me holding the document and my signature) are upload ids. Refused while a submission is under review or after one has passed.',
    input: () =>
      z.object({
        /** ISO 3166, two letters. */
        nationality: z
          .string('blank')
          .check(z.trim(), z.toUpperCase(), z.minLength(1, 'blank'), z.regex(/^[A-Z]{2}$/, 'country')),
        name: field.singleLine(100, 'id').check(z.minLength(1, 'blank')),
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
