import { fields as field } from '@fft/contract';
import * as z from 'zod/mini';
import { customerId } from './customers.ts';
import { writeCall, readCall } from './operator-call.ts';

export const photos = ['front', 'back', 'hand'] as const;
export type Photo = (typeof photos)[number];

const submissionId = field.integer(1, Number.MAX_SAFE_INTEGER);

const localizedText = z.object({ zh: z.string(), en: z.string() });

export const identityViews = ['waiting', 'flagged', 'mine', 'decided'] as const;
export const identityOrders = ['oldest', 'newest'] as const;

const submission = z.object({
  /** Submission id. */
  id: z.number(),
  customer: z.number(),
  /** As shown on the document. */
  name: z.string(),
  state: z.enum(['pending', 'passed', 'failed', 'revoked']),
  submitted: field.time(),
  decided: z.nullable(field.time()),
  /** The operator who decided; for pending submissions, who has them open. */
  reviewer: z.nullable(z.string()),
  nationality: z.string(),
  idType: z.enum(['identity', 'passport', 'licence']),
  /** Ordinal number among the customer's submissions. */
  attempt: z.number(),
  /** Other accounts that submitted the same document. */
  sameAs: z.array(z.number()),
});
export type IdentitySubmission = z.output<typeof submission>;

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
  queue: readCall({
    name: 'identity',
    right: 'identity.see',
    summary:
      'Lists pending identity submissions (all, flagged, or those I have open) or decided ones, latest first, with the standard reasons for refusal.',
    input: () =>
      z.object({
        view: z._default(field.choice(identityViews), 'waiting'),
        order: z._default(field.choice(identityOrders), 'oldest'),
        ...field.page(),
      }),
    output: () =>
      z.object({
        items: z.array(submission),
        next: z.nullable(z.string()),
        waiting: z.number(),
        flagged: z.number(),
        mine: z.number(),
        oldest: z.nullable(field.time()),
        decidedToday: z.number(),
        passedToday: z.number(),
        reasons: z.array(z.extend(localizedText, { key: z.string() })),
      }),
  }),
  show: readCall({
    name: 'identity/show',
    right: 'identity.see',
    summary:
      "Returns the document data of a customer's latest submission, or of `submission`. The view is logged, and other operators see who has it open.",
    input: () => z.object({ customer: customerId, submission: z.optional(submissionId) }),
    output: () => papers,
  }),
  photo: readCall({
    name: 'identity/photo',
    right: 'identity.see',
    summary: 'Returns one photo of the latest submission, or of `submission`, as base64 JPEG. The view is logged.',
    input: () => z.object({ customer: customerId, photo: field.choice(photos), submission: z.optional(submissionId) }),
    output: () => z.object({ jpeg: z.string() }),
  }),
  release: writeCall({
    name: 'identity/release',
    right: 'identity.see',
    summary: 'Releases a submission that I had open, so that another operator can take it.',
    input: () => z.object({ customer: customerId }),
    output: () => z.null(),
  }),
  pass: writeCall({
    name: 'identity/pass',
    right: 'identity.decide',
    summary:
      'Approves a customer’s identity and notifies the customer. The operator must have requested all three photos of the submission. With `submission`, only that submission can be approved.',
    input: () => z.object({ customer: customerId, submission: z.optional(submissionId) }),
    output: () => z.null(),
  }),
  fail: writeCall({
    name: 'identity/fail',
    right: 'identity.decide',
    summary:
      'Refuses a submission, with a standard reason or one in both languages, and notifies the customer. `submission` as in `pass`.',
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
  revoke: writeCall({
    name: 'identity/revoke',
    right: 'identity.decide',
    summary:
      "Revokes a passed identity, with a reason in both languages. The customer's limits drop immediately, unsigned withdrawals above them return to review, and the customer may submit again.",
    input: () => z.object({ customer: customerId, submission: submissionId, zh: field.text(200), en: field.text(200) }),
    output: () => z.object({ withdrawals: z.array(z.number()) }),
  }),
};
