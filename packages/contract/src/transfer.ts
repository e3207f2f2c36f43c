import * as z from 'zod/mini';
import { defineCall } from './call.ts';
import * as field from './fields.ts';
import { once } from './once.ts';

const account = once(() => field.choice(['coin', 'fiat']));

/** What both accounts of a customer have to use of one coin. */
const transferable = once(() =>
  z.object({ coin: z.string(), coinAccount: field.decimal(), fiatAccount: field.decimal() }),
);

export const transferCalls = {
  read: defineCall({
    method: 'GET',
    path: '/api/transfer/read.html',
    auth: 'required',
    summary: 'What I can move between my coin and my fiat account, of one coin or of all: 1:1, without a fee.',
    input: () => z.object({ coin: z.optional(field.coin()) }),
    output: () => z.object({ coins: z.array(transferable()), fee: z.literal('0'), ratio: z.literal('1') }),
  }),
  change: defineCall({
    method: 'POST',
    path: '/api/transfer/change.html',
    auth: 'required',
    summary:
      'Moves money between my coin and my fiat account, 1:1, without a fee. The same requestId with the same body moves it once; `balances` is what both accounts have now.',
    input: () =>
      z.object({
        requestId: field.clientId(),
        coin: field.coin(),
        from: account(),
        to: account(),
        amount: field.amount(),
      }),
    output: () => z.object({ id: z.string(), balances: transferable() }),
  }),
};
