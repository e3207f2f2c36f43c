import * as z from 'zod/mini';
import { defineCall } from './call.ts';
import * as field from './fields.ts';

/** Calls that a production start refuses to serve. */
export const demo = {
  market: defineCall({
    method: 'GET',
    path: '/demo/market.json',
    auth: 'none',
    summary: 'Whether prices, quotes and trades here are made up by a program: to be said wherever they are shown.',
    input: () => z.object({}),
    output: () => z.object({ isMadeUp: z.boolean() }),
  }),
  mailbox: defineCall({
    method: 'GET',
    path: '/demo/mailbox.json',
    auth: 'none',
    weight: 5,
    summary: 'The mails that the demo received, newest first; of one address where `to` is given.',
    input: () => z.object({ to: z.optional(field.email()) }),
    output: () =>
      z.array(
        z.object({
          id: z.string(),
          to: z.string(),
          subject: z.string(),
          text: z.string(),
          code: z.optional(z.string()),
          time: field.time(),
        }),
      ),
  }),
  faucet: defineCall({
    method: 'POST',
    path: '/demo/faucet.json',
    auth: 'required',
    weight: 3,
    summary: 'Coins for trying things out, up to 100,000 USDT worth a day.',
    input: () => z.object({ requestId: field.clientId(), coin: field.coin(), amount: field.amount() }),
    output: () =>
      z.object({
        coin: z.string(),
        amount: field.decimal(),
        usable: field.decimal(),
        left: field.decimal(),
        /** Sent over the demo's chain: it is in the account after some blocks. */
        onItsWay: z.boolean(),
      }),
  }),
};
