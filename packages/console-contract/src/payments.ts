import { fields as field } from '@fft/contract';
import * as z from 'zod/mini';
import { writeCall, readCall } from './operator-call.ts';
import { operatorId } from './operators.ts';

/** What one operator may ask of a payment that waits. Custody carries it out. */
export const paymentActs = ['bump', 'giveBack'] as const;
export type PaymentAct = (typeof paymentActs)[number];

/** What became of it. */
export const paymentAnswers = [
  'replaced',
  'tooSoon',
  'feeAtMaximum',
  'waitsForEarlier',
  'signerRefused',
  'signerAway',
  'unsupported',
  'notSigned',
  /** It has ended in the meantime. */
  'ended',
  'landed',
  'displaced',
  'givenBack',
  /** No other final transaction has taken its place, so that it may still land. */
  'mayLand',
  /** Another one has, but nodes, signer and books don't all agree yet. */
  'unproven',
] as const;
export type PaymentAnswer = (typeof paymentAnswers)[number];

const paymentFacts = z.object({
  id: z.number(),
  kind: z.enum(['withdrawal', 'sweep', 'gas', 'cold', 'rotation', 'allowance']),
  /** The withdrawal's number; null of payments to ourselves. */
  withdrawal: z.nullable(z.number()),
  chain: z.string(),
  coin: z.string(),
  amount: field.decimal(),
  recipient: z.string(),
  nonce: z.nullable(z.number()),
  /** How many other withdrawals the same transaction pays. */
  others: z.number(),
  /** What the chain charged, in its own coin: of a transaction that pays several, this payment's part. Null until it is final. */
  cost: z.nullable(z.object({ amount: field.decimal(), coin: z.string() })),
  state: z.enum(['reserved', 'signed', 'done', 'failed']),
  /** What people must find out: it landed, but its token reports no payment. */
  trouble: z.nullable(z.enum(['doubtful'])),
  /** The transactions signed for it, oldest first: one of them lands. The fee is per unit of gas, or in all, in the chain's smallest units. */
  attempts: z.array(
    z.object({
      txid: z.string(),
      fee: z.nullable(z.string()),
      time: field.time(),
      /** Its page at a block explorer; null where there is none. */
      explorerUrl: z.nullable(z.string()),
    }),
  ),
  /** What operators asked, newest first. The answer is null until custody has carried it out. */
  requests: z.array(
    z.object({
      act: z.enum(paymentActs),
      operator: z.string(),
      time: field.time(),
      answer: z.nullable(z.enum(paymentAnswers)),
    }),
  ),
  /** Who proposed to mark it as landed. */
  proposer: z.nullable(z.string()),
});
export type PaymentFacts = z.output<typeof paymentFacts>;

export const paymentCalls = {
  show: readCall({
    name: 'payments/show',
    right: 'treasury.see',
    summary: 'Returns a payment over a chain with its transactions and what operators asked of it.',
    input: () => z.object({ id: operatorId }),
    output: () => paymentFacts,
  }),
  bump: writeCall({
    name: 'payments/bump',
    right: 'withdrawals.decide',
    summary:
      'Asks custody to replace a payment that waits by the same one with a higher fee, within its limits and the signer’s. `payments/show` has the answer.',
    input: () => z.object({ id: operatorId }),
    output: () => z.null(),
  }),
  giveBack: writeCall({
    name: 'payments/give_back',
    right: 'withdrawals.decide',
    summary:
      'Asks custody to look at a withdrawal’s payment now, and to return its money if another final transaction has taken its place. Otherwise nothing changes. `payments/show` has the answer.',
    input: () => z.object({ id: operatorId }),
    output: () => z.null(),
  }),
  markLanded: writeCall({
    name: 'payments/mark_landed',
    right: 'withdrawals.decide',
    summary:
      'Proposes to complete a withdrawal whose transaction landed although its token reports no payment. A second operator must approve.',
    input: () =>
      z.object({
        id: operatorId,
        /** The transaction that paid, as the operator found it on the chain. */
        txid: field.singleLine(100, 'label'),
        /** How the operator knows. */
        reference: field.singleLine(200, 'label'),
        /** Repeating a requestId makes only one proposal. */
        requestId: z.optional(field.clientId()),
      }),
    output: () => z.object({ approval: z.number() }),
  }),
};
