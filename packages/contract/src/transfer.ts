import * as z from 'zod/mini';
import { defineCall } from './call.ts';
import * as field from './fields.ts';
import { lazy } from './lazy.ts';

const account = lazy(() => field.choice(['coin', 'fiat']));

/** Available balances of one coin in both accounts. */
export const transferable = lazy(() =>
  z.object({ coin: z.string(), coinAccount: field.decimal(), fiatAccount: field.decimal() }),
);

export const transferCalls = {
  balances: defineCall({
    method: 'GET',
    path: '/api/transfer/read.html',
    auth: 'required',
    keyRight: 'read',
    summary:
      'Returns the balances that I can transfer between my coin and fiat accounts, of one coin or all; 1:1, without a fee.',
    input: () => z.object({ coin: z.optional(field.coin()) }),
    output: () => z.object({ coins: z.array(transferable()), fee: z.literal('0'), ratio: z.literal('1') }),
  }),
  submit: defineCall({
    method: 'POST',
    path: '/api/transfer/change.html',
    auth: 'required',
    keyRight: 'trade',
    summary:
      'Transfers money between my coin and fiat accounts, 1:1, without a fee. Repeating a requestId with the same body transfers only once; `balances` are the new balances of both accounts.',
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
