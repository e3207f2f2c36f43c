import * as z from 'zod/mini';
import { amount, customer, defineAct, network, optionalText, text, word, type ActLine } from './define-act.ts';

/** `received` is money from outside; the others move money between a customer and the treasury account. */
export const adjustments = ['received', 'toCustomer', 'fromCustomer'] as const;

const arrival = z.object({ amount: z.string(), coin: z.string(), customer: z.number(), address: z.string() });

/** Acts about customers' money. */
export const moneyActs = {
  withdrawal: defineAct({
    right: 'withdrawals.decide',
    input: z.object({
      id: z.number(),
      customer: z.number(),
      coin: z.string(),
      address: z.string(),
      /** Decisions before this one: a proposal doesn't outlive another decision. */
      number: z.number(),
      amount: z.string(),
      fee: z.string(),
      /** In USDT; null without a reliable value. */
      worth: z.nullable(z.string()),
    }),
    lines: (input) => [
      text('withdrawal', input.id),
      customer(input.customer),
      amount('amount', input.amount, input.coin),
      amount('fee', input.fee, input.coin),
      amount('worth', input.worth, 'USDT'),
      text('address', input.address),
    ],
  }),
  adjustment: defineAct({
    right: 'adjustments.make',
    input: z.object({
      kind: z.enum(adjustments),
      customer: z.number(),
      account: z.enum(['coin', 'fiat']),
      coin: z.string(),
      amount: z.string(),
      reference: z.string(),
    }),
    lines: (input) => [
      word('kind', 'adjustment', input.kind),
      customer(input.customer),
      amount('amount', input.amount, input.coin),
      word('account', 'account', input.account),
      text('reference', input.reference),
    ],
  }),
  landing: defineAct({
    right: 'withdrawals.decide',
    input: z.object({
      /** The payment. */
      id: z.number(),
      withdrawal: z.number(),
      chain: z.string(),
      coin: z.string(),
      amount: z.string(),
      txid: z.string(),
      reference: z.string(),
    }),
    lines: (input) => [
      text('withdrawal', input.withdrawal),
      amount('amount', input.amount, input.coin),
      network(input.chain),
      text('transaction', input.txid),
      text('reference', input.reference),
    ],
  }),
  recovery: defineAct({
    right: 'adjustments.make',
    input: z.object({
      recovery: z.number(),
      chain: z.string(),
      txid: z.string(),
      height: z.nullable(z.number()),
      arrivals: z.array(arrival),
    }),
    lines: (input) => [
      network(input.chain),
      text('transaction', input.txid),
      optionalText('height', input.height),
      ...input.arrivals.flatMap((one): (ActLine | null)[] => [
        amount('arrival', one.amount, one.coin),
        customer(one.customer),
        text('address', one.address),
      ]),
    ],
  }),
};
