import { bankAccountKinds } from '@fft/contract';
import * as z from 'zod/mini';
import { amount, bankAccount, customer, defineAct, optionalText, text, word } from './define-act.ts';

/** What an operator may propose for a queued entry. */
export const entryActs = ['match', 'return', 'ignore'] as const;

const clock = (minutes: number): string =>
  [Math.floor(minutes / 60), minutes % 60].map((part) => String(part).padStart(2, '0')).join(':');

/** Acts about bank money. */
export const bankActs = {
  bankAccount: defineAct({
    right: 'banks.manage',
    input: z.object({
      /** Null for a new account. */
      id: z.nullable(z.number()),
      currency: z.string(),
      kind: z.enum(bankAccountKinds),
      number: z.string(),
      bank: z.string(),
      holder: z.string(),
      bankName: z.string(),
      address: z.string(),
      listed: z.boolean(),
      /** Minutes of the day. */
      cutOff: z.number(),
      timeZone: z.string(),
      holidays: z.array(z.string()),
      /** Columns of the bank's CSV; null if it sends none. */
      csv: z.nullable(z.record(z.string(), z.optional(z.string()))),
    }),
    lines: (input) => [
      text('coin', input.currency),
      word('kind', 'bankKind', input.kind),
      text('number', input.number),
      optionalText('bankCode', input.bank),
      text('holder', input.holder),
      text('bankName', input.bankName),
      optionalText('address', input.address),
      word('listed', 'yesNo', input.listed ? 'yes' : 'no'),
      text('cutOff', `${clock(input.cutOff)} ${input.timeZone}`),
      optionalText('holidays', input.holidays.join(', ')),
      optionalText('csv', input.csv && JSON.stringify(input.csv)),
    ],
  }),
  bankFile: defineAct({
    right: 'banks.manage',
    input: z.object({
      id: z.number(),
      account: z.number(),
      name: z.string(),
      coin: z.string(),
      entries: z.number(),
      known: z.number(),
      moneyIn: z.string(),
      moneyOut: z.string(),
      opening: z.nullable(z.string()),
      closing: z.nullable(z.string()),
      digest: z.string(),
    }),
    lines: (input) => [
      text('file', input.name),
      bankAccount(input.account),
      text('newEntries', input.entries - input.known),
      text('knownEntries', input.known),
      amount('moneyIn', input.moneyIn, input.coin),
      amount('moneyOut', input.moneyOut, input.coin),
      amount('opening', input.opening, input.coin),
      amount('closing', input.closing, input.coin),
      text('digest', input.digest),
    ],
  }),
  bankEntry: defineAct({
    right: 'banks.manage',
    input: z.object({
      id: z.number(),
      act: z.enum(entryActs),
      /** Of a match. */
      customer: z.nullable(z.number()),
      note: z.string(),
      coin: z.string(),
      amount: z.string(),
      /** As the bank wrote it. */
      name: z.nullable(z.string()),
      number: z.nullable(z.string()),
      text: z.string(),
      reference: z.nullable(z.string()),
    }),
    lines: (input) => [
      word('change', 'entryAct', input.act),
      amount('amount', input.amount, input.coin),
      customer(input.customer),
      optionalText('sender', input.name),
      optionalText('number', input.number),
      optionalText('text', input.text),
      optionalText('reference', input.reference),
      text('note', input.note),
    ],
  }),
  bankBatch: defineAct({
    right: 'banks.manage',
    input: z.object({
      id: z.number(),
      account: z.number(),
      coin: z.string(),
      count: z.number(),
      total: z.string(),
      digest: z.string(),
    }),
    lines: (input) => [
      bankAccount(input.account),
      text('payments', input.count),
      amount('total', input.total, input.coin),
      text('digest', input.digest),
    ],
  }),
  bankPayout: defineAct({
    right: 'banks.manage',
    input: z.object({
      id: z.number(),
      customer: z.number(),
      coin: z.string(),
      amount: z.string(),
      address: z.string(),
      zh: z.string(),
      en: z.string(),
    }),
    lines: (input) => [
      text('payout', input.id),
      customer(input.customer),
      amount('amount', input.amount, input.coin),
      text('number', input.address),
      text('reasonZh', input.zh),
      text('reasonEn', input.en),
    ],
  }),
  bankDay: defineAct({
    right: 'banks.manage',
    input: z.object({ account: z.number(), day: z.string(), problem: z.string(), explanation: z.string() }),
    lines: (input) => [
      bankAccount(input.account),
      text('day', input.day),
      ['problem', { kind: 'bankProblem', problem: input.problem }],
      text('explanation', input.explanation),
    ],
  }),
};
