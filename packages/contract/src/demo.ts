import * as z from 'zod/mini';
import { defineCall } from './call.ts';
import * as field from './fields.ts';

/** Demo calls; a production server does not serve them. */
export const demoCalls = {
  market: defineCall({
    method: 'GET',
    path: '/demo/market.json',
    auth: 'none',
    summary:
      'Returns true in `isMadeUp` if prices, quotes and trades are simulated. Clients must say so wherever they show them.',
    input: () => z.object({}),
    output: () => z.object({ isMadeUp: z.boolean() }),
  }),
  mailbox: defineCall({
    method: 'GET',
    path: '/demo/mailbox.json',
    auth: 'none',
    weight: 5,
    summary: 'Lists the e-mails sent by the demo, newest first; only those to one address if `to` is given.',
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
    keyRight: 'trade',
    weight: 3,
    summary: 'Credits demo coins, worth up to 100,000 USDT a day.',
    input: () => z.object({ requestId: field.clientId(), coin: field.coin(), amount: field.amount() }),
    output: () =>
      z.object({
        coin: z.string(),
        amount: field.decimal(),
        usable: field.decimal(),
        left: field.decimal(),
        /** Sent over the demo's chain: credited after some blocks. */
        onItsWay: z.boolean(),
      }),
  }),
};
