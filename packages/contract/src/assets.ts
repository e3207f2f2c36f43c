import * as z from 'zod/mini';
import { defineCall } from './call.ts';
import * as field from './fields.ts';
import { type Made, once } from './once.ts';

/** One coin of one account. `value` is its worth in USDT, null where no price leads there. */
export const balance = once(() =>
  z.object({
    coin: z.string(),
    name: z.string(),
    icon: z.string(),
    usable: field.decimal(),
    frozen: field.decimal(),
    total: field.decimal(),
    value: z.nullable(field.decimal()),
  }),
);
export type Balance = Made<typeof balance>;

/** What a line of a statement is for. `adjust` is a correction by the exchange, `reward` a gift of it. */
const flowTypes = ['deposit', 'withdraw', 'trade', 'fee', 'transfer', 'adjust', 'reward'] as const;

/**
 * One line of a statement: one movement of one coin in one account. Every line moves the balance from the line before (of the same coin) by
 * `amount` to `balance`, so a trade and the service charge taken from what it brought are two lines. `fee` is the service charge within
 * `amount`: all of it on a line of type `fee`, none elsewhere. Freezing moves nothing and is no line. `ref` is the order's id for trades and
 * fees of trades, the withdrawal's id for withdrawals, else the requestId.
 */
const flowRecord = once(() =>
  z.object({
    id: z.string(),
    coin: z.string(),
    type: z.enum(flowTypes),
    /** Signed. */
    amount: field.decimal(),
    fee: field.decimal(),
    /** Usable and frozen together, afterwards. */
    balance: field.decimal(),
    state: z.literal('done'),
    time: field.time(),
    ref: z.string(),
  }),
);
export type FlowRecord = Made<typeof flowRecord>;

const flowFilter = once(() => ({
  coin: z.optional(field.coin()),
  type: z.optional(field.choice(flowTypes)),
  /** Lines from then on, and before then; milliseconds since the epoch. */
  from: z.optional(field.moment()),
  to: z.optional(field.moment()),
}));

export const assetsCalls = {
  overview: defineCall({
    method: 'GET',
    path: '/api/assets/index.html',
    auth: 'required',
    weight: 3,
    summary: 'Everything I hold, and what it is worth.',
    input: () => z.object({}),
    output: () =>
      z.object({
        valuation: z.object({
          coin: field.decimal(),
          fiat: field.decimal(),
          total: field.decimal(),
          unit: z.literal('USDT'),
          local: z.object({ unit: z.string(), total: field.decimal() }),
        }),
        accounts: z.object({ coin: z.array(balance()), fiat: z.array(balance()) }),
      }),
  }),
  worth: defineCall({
    method: 'GET',
    path: '/api/assets/worth.html',
    auth: 'required',
    weight: 250,
    summary:
      'What all I hold was worth through the last 24 hours, hour by hour at the prices of then, and what I gained or lost. What came in or went out is no gain.',
    input: () => z.object({}),
    output: () =>
      z.object({
        unit: z.literal('USDT'),
        /** Oldest first; the last is now. */
        points: z.array(z.object({ time: field.time(), total: field.decimal() })),
        /** Signed. */
        gain: field.decimal(),
        /** The gain as a signed fraction of what there was and what came in; null where there was nothing. */
        change: z.nullable(field.decimal()),
      }),
  }),
  coinStatement: defineCall({
    method: 'GET',
    path: '/api/assets/coinbill.html',
    auth: 'required',
    weight: 60,
    summary:
      'The statement of my coin account, newest first. A page may be shorter than asked for: `next` alone says whether more follow.',
    input: () => z.object({ ...flowFilter(), ...field.page() }),
    output: () => field.pageOf(flowRecord()),
  }),
  fiatStatement: defineCall({
    method: 'GET',
    path: '/api/assets/encybill.html',
    auth: 'required',
    weight: 60,
    summary:
      'The statement of my fiat account, newest first. A page may be shorter than asked for: `next` alone says whether more follow.',
    input: () => z.object({ ...flowFilter(), ...field.page() }),
    output: () => field.pageOf(flowRecord()),
  }),
  statementFile: defineCall({
    method: 'GET',
    path: '/api/assets/statement.html',
    auth: 'required',
    weight: 300,
    summary:
      'A statement as a file: `csv` is its text in my language (UTF-8 with a byte order mark, safe to open in a spreadsheet), newest first, up to 2,000 lines; `next` leads to the following ones.',
    input: () =>
      z.object({
        account: z._default(field.choice(['coin', 'fiat']), 'coin'),
        ...flowFilter(),
        cursor: field.page().cursor,
      }),
    output: () => z.object({ name: z.string(), csv: z.string(), lines: z.number(), next: z.nullable(z.string()) }),
  }),
};
