import { fields as field } from '@fft/contract';
import * as z from 'zod/mini';
import { customerId } from './customers.ts';
import { changing, reading } from './operator-call.ts';

export const photos = ['front', 'back', 'hand'] as const;
export type Photo = (typeof photos)[number];

const said = z.object({ zh: z.string(), en: z.string() });

const waiting = z.object({
  customer: z.number(),
  submitted: field.time,
  nationality: z.string(),
  idType: z.enum(['identity', 'passport', 'licence']),
  /** The how manieth submission of the customer this is. */
  attempt: z.number(),
  /** Other accounts that submitted the same paper. */
  sameAs: z.array(z.number()),
});
export type WaitingIdentity = z.output<typeof waiting>;

const papers = z.object({
  customer: z.number(),
  state: z.enum(['pending', 'passed', 'failed']),
  name: z.string(),
  nationality: z.string(),
  idType: z.enum(['identity', 'passport', 'licence']),
  idNumber: z.string(),
});
export type Papers = z.output<typeof papers>;

export const identityCalls = {
  queue: reading({
    name: 'identity',
    right: 'identity.see',
    summary: 'Papers that wait to be decided, the oldest first, and what there is to say to who failed.',
    input: z.object(field.page),
    output: z.object({
      items: z.array(waiting),
      next: z.nullable(z.string()),
      waiting: z.number(),
      oldest: z.nullable(field.time),
      decidedToday: z.number(),
      passedToday: z.number(),
      reasons: z.array(z.extend(said, { key: z.string() })),
    }),
  }),
  show: reading({
    name: 'identity/show',
    right: 'identity.see',
    summary: "What stands on a customer's papers. It is written down who looked.",
    input: z.object({ customer: customerId }),
    output: papers,
  }),
  photo: reading({
    name: 'identity/photo',
    right: 'identity.see',
    summary: 'One photo of the papers, as JPEG in base64. It is written down who looked.',
    input: z.object({ customer: customerId, photo: field.choice(photos) }),
    output: z.object({ jpeg: z.string() }),
  }),
  pass: changing({
    name: 'identity/pass',
    right: 'identity.decide',
    summary: 'Finds that a customer is who he says; he is told at once.',
    input: z.object({ customer: customerId }),
    output: z.null(),
  }),
  fail: changing({
    name: 'identity/fail',
    right: 'identity.decide',
    summary: 'Refuses papers, with a reason of the list or one in both languages; the customer is told at once.',
    input: z.object({
      customer: customerId,
      reason: z.optional(field.text(40)),
      zh: z.optional(field.text(200)),
      en: z.optional(field.text(200)),
    }),
    output: z.null(),
  }),
};
