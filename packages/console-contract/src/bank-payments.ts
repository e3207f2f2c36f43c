import { fields as field } from '@fft/contract';
import * as z from 'zod/mini';
import { day, proposal } from './banks.ts';
import { readCall, writeCall } from './operator-call.ts';
import { operatorId } from './operators.ts';

/** One payment of a batch: a customer's payout, or money that goes back to its sender. */
const batchItem = z.object({
  kind: z.enum(['payout', 'return']),
  /** Of the withdrawal, or of the bank entry. */
  id: z.number(),
  /** What the bank's statement shows again. */
  endToEnd: z.string(),
  amount: field.decimal(),
  customer: z.nullable(z.number()),
  /** As on the identity document; of a return, the sender's. */
  name: z.string(),
  number: z.string(),
  bank: z.string(),
});
export type BatchItemLine = z.output<typeof batchItem>;

/** `atBank`: no statement shows it yet; `done`: it left; `cameBack`: the bank returned it; `failed`: the bank refused it, and it was given back. */
const paymentStates = ['atBank', 'done', 'cameBack', 'failed'] as const;

/** A payment of a batch, and what became of it. */
const batchPayment = z.extend(batchItem, {
  /** Null before the batch is released. */
  state: z.nullable(z.enum(paymentStates)),
  /** Who proposed to give it back, while that waits for another operator. */
  givingBack: z.nullable(z.string()),
  /** The bank refused it, with its code and words (pain.002); null if it didn't. */
  refusal: z.nullable(z.object({ reason: z.nullable(z.string()), text: z.string() })),
});
export type BatchPayment = z.output<typeof batchPayment>;

/** `proposed` waits for a second operator, `refused` was refused by one or changed since, `released` is on its way. */
export const bankBatchStates = ['proposed', 'refused', 'released'] as const;

const batchFields = {
  id: z.number(),
  account: z.number(),
  coin: z.string(),
  state: z.enum(bankBatchStates),
  count: z.number(),
  total: field.decimal(),
  /** SHA-256 of the list: both operators agree to exactly this list. */
  digest: z.string(),
  proposer: z.string(),
  releaser: z.nullable(z.string()),
  approval: z.nullable(z.number()),
  time: field.time(),
  released: z.nullable(field.time()),
};
const bankBatch = z.object(batchFields);
export type BankBatchLine = z.output<typeof bankBatch>;

/** A day of an account: what the bank says, and what the ledger has of it. */
const bankDay = z.object({
  account: z.number(),
  day: z.string(),
  coin: z.string(),
  opening: field.decimal(),
  moneyIn: field.decimal(),
  moneyOut: field.decimal(),
  closing: field.decimal(),
  /** Of the day's entries: in customers' accounts by the ledger, and not in them (queued, going back, the house's own). */
  ledger: field.decimal(),
  other: field.decimal(),
  /** Zero if everything agrees. */
  difference: field.decimal(),
  /** What differs; null if nothing does. An open problem stops payments from the account. */
  problem: z.nullable(z.string()),
  explainedBy: z.nullable(z.string()),
  explanation: z.nullable(z.string()),
  time: field.time(),
});
export type BankDayLine = z.output<typeof bankDay>;

/** Payments out, and the comparison of bank and ledger. */
export const bankPaymentCalls = {
  payable: readCall({
    name: 'banks/payable',
    right: 'banks.see',
    summary:
      'Lists what can go into a batch from an account: approved payouts of its currency, and entries to be returned.',
    input: () => z.object({ account: operatorId }),
    output: () =>
      z.object({
        items: z.array(batchItem),
        /** Payments that no batch can have, with the name that no bank takes. A payout among them can be given back. */
        leftOut: z.array(batchItem),
        leavesOn: z.string(),
        cutOff: field.time(),
      }),
  }),
  proposeBatch: writeCall({
    name: 'banks/propose',
    right: 'banks.manage',
    summary:
      'Proposes a batch of payments. A second operator, who sees the same sum and list, releases it; a list that changed since is refused.',
    input: () =>
      z.object({
        account: operatorId,
        /** `endToEnd` of the items, with commas between them. */
        items: field.text(40_000),
      }),
    output: () => z.object({ batch: z.number(), approval: z.number() }),
  }),
  batches: readCall({
    name: 'banks/batches',
    right: 'banks.see',
    summary: 'Lists batches of payments, newest first.',
    input: () => z.object({ account: z.optional(operatorId), ...field.page() }),
    output: () => field.pageOf(bankBatch),
  }),
  batch: readCall({
    name: 'banks/batch',
    right: 'banks.see',
    summary: 'Returns a batch with its payments.',
    input: () => z.object({ id: operatorId }),
    output: () => z.object({ ...batchFields, items: z.array(batchPayment) }),
  }),
  batchFile: readCall({
    name: 'banks/batchfile',
    right: 'banks.manage',
    summary:
      'Returns the payment file of a released batch: ISO 20022 pain.001.001.09, for the bank. The download is logged.',
    input: () => z.object({ id: operatorId }),
    output: () => z.object({ name: z.string(), text: z.string() }),
  }),
  takeAnswer: writeCall({
    name: 'banks/answer',
    right: 'banks.manage',
    summary:
      'Reads a bank’s answer to a payment file (pain.002), and notes which payments of the batch it refused. It moves no money: `banks/fail` proposes to give each back.',
    input: () =>
      z.object({ text: z.string('blank').check(z.minLength(1, 'blank'), z.maxLength(1_000_000, 'tooLong')) }),
    output: () => z.object({ batch: z.number(), refused: z.array(z.string()) }),
  }),
  failPayout: writeCall({
    name: 'banks/fail',
    right: 'banks.manage',
    summary:
      'Proposes to give back a payout that the bank refused to execute, or that no bank would take. Only for payouts that no statement shows: the money is released once a second operator agrees.',
    input: () => z.object({ id: operatorId, zh: field.text(200), en: field.text(200) }),
    output: () => proposal,
  }),
  days: readCall({
    name: 'banks/days',
    right: 'banks.see',
    summary:
      'Lists the reconciled days of the bank accounts, newest first; `broken` only those with an open difference.',
    input: () =>
      z.object({
        account: z.optional(operatorId),
        broken: z._default(field.flag(), false),
        limit: z._default(field.integer(1, 100), 20),
        /** The last day of the previous page. */
        before: z.optional(day()),
      }),
    output: () => z.object({ items: z.array(bankDay), next: z.nullable(z.string()) }),
  }),
  explainDay: writeCall({
    name: 'banks/explain',
    right: 'banks.manage',
    summary:
      'Proposes an explanation of a day on which bank and ledger differ. Payments from the account go on once a second operator agrees.',
    input: () => z.object({ account: operatorId, day: day(), explanation: field.singleLine(200, 'label') }),
    output: () => proposal,
  }),
};
