import { fields as field } from '@fft/contract';
import * as z from 'zod/mini';
import { customerId } from './customers.ts';
import { changing, reading } from './operator-call.ts';

export const photos = ['front', 'back', 'hand'] as const;
export type Photo = (typeof photos)[number];

const submissionId = field.whole(1, Number.MAX_SAFE_INTEGER);

const said = z.object({ zh: z.string(), en: z.string() });

export const identityViews = ['waiting', 'flagged', 'mine', 'decided'] as const;
export const identityOrders = ['oldest', 'newest'] as const;

const waiting = z.object({
  /** Of the submission. */
  id: z.number(),
  customer: z.number(),
  /** As it stands on the papers. */
  name: z.string(),
  state: z.enum(['pending', 'passed', 'failed', 'revoked']),
  submitted: field.time(),
  decided: z.nullable(field.time()),
  /** Who decided; of those that wait, who has them open. */
  reviewer: z.nullable(z.string()),
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
  state: z.enum(['pending', 'passed', 'failed', 'revoked']),
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
    summary:
      'Papers that wait to be decided, all, those to look at twice, or those I have open; or decided ones, the latest first. And what there is to say to who failed.',
    input: () =>
      z.object({
        view: z._default(field.choice(identityViews), 'waiting'),
        order: z._default(field.choice(identityOrders), 'oldest'),
        ...field.page(),
      }),
    output: () =>
      z.object({
        items: z.array(waiting),
        next: z.nullable(z.string()),
        waiting: z.number(),
        flagged: z.number(),
        mine: z.number(),
        oldest: z.nullable(field.time()),
        decidedToday: z.number(),
        passedToday: z.number(),
        reasons: z.array(z.extend(said, { key: z.string() })),
      }),
  }),
  show: reading({
    name: 'identity/show',
    right: 'identity.see',
    summary:
      "What stands on a customer's papers: on the latest, or on those of `submission`. It is written down who looked, and others see who has them open.",
    input: () => z.object({ customer: customerId, submission: z.optional(submissionId) }),
    output: () => papers,
  }),
  photo: reading({
    name: 'identity/photo',
    right: 'identity.see',
    summary:
      'One photo of the latest papers, or of those of `submission`, as JPEG in base64. It is written down who looked.',
    input: () => z.object({ customer: customerId, photo: field.choice(photos), submission: z.optional(submissionId) }),
    output: () => z.object({ jpeg: z.string() }),
  }),
  release: changing({
    name: 'identity/release',
    right: 'identity.see',
    summary: 'Closes papers that I had open, so that another may take them.',
    input: () => z.object({ customer: customerId }),
    output: () => z.null(),
  }),
  pass: changing({
    name: 'identity/pass',
    right: 'identity.decide',
    summary:
      'Finds that a customer is who he says; he is told at once. Where `submission` is given, by the papers that were looked at and no others.',
    input: () => z.object({ customer: customerId, submission: z.optional(submissionId) }),
    output: () => z.null(),
  }),
  fail: changing({
    name: 'identity/fail',
    right: 'identity.decide',
    summary:
      'Refuses papers, with a reason of the list or one in both languages; the customer is told at once. `submission` as in `pass`.',
    input: () =>
      z.object({
        customer: customerId,
        submission: z.optional(submissionId),
        reason: z.optional(field.text(40)),
        zh: z.optional(field.text(200)),
        en: z.optional(field.text(200)),
      }),
    output: () => z.null(),
  }),
  revoke: changing({
    name: 'identity/revoke',
    right: 'identity.decide',
    summary:
      "Revokes a passed identity, with a reason in both languages. The customer's limits fall at once, unsigned withdrawals above them go back to review, and the customer may submit again.",
    input: () => z.object({ customer: customerId, submission: submissionId, zh: field.text(200), en: field.text(200) }),
    output: () => z.object({ withdrawals: z.array(z.number()) }),
  }),
};
