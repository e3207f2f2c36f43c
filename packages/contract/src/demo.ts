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
  bank: defineCall({
    method: 'GET',
    path: '/demo/bank.json',
    auth: 'none',
    weight: 3,
    summary:
      'Returns what the demo’s sandbox bank knows: the exchange’s accounts there, what was sent to them, and what came from them.',
    input: () => z.object({}),
    output: () =>
      z.object({
        accounts: z.array(
          z.object({ coin: z.string(), number: z.string(), holder: z.string(), balance: field.decimal() }),
        ),
        payments: z.array(
          z.object({
            endToEnd: z.string(),
            coin: z.string(),
            amount: field.decimal(),
            name: z.string(),
            number: z.string(),
            text: z.string(),
            time: field.time(),
            isReturned: z.boolean(),
          }),
        ),
        sent: z.array(
          z.object({
            coin: z.string(),
            amount: field.decimal(),
            name: z.string(),
            number: z.string(),
            text: z.string(),
            time: field.time(),
          }),
        ),
      }),
  }),
  bankSend: defineCall({
    method: 'POST',
    path: '/demo/bank/send.json',
    auth: 'none',
    weight: 3,
    summary:
      'Sends money from the demo’s sandbox bank to the exchange’s account in this currency. It arrives with a statement, seconds later.',
    input: () =>
      z.object({
        coin: field.coin(),
        amount: field.amount(),
        name: field.singleLine(70, 'label'),
        number: z._default(field.singleLine(34, 'label'), 'DE02120300000000202051'),
        text: z._default(field.singleLine(140, 'label'), ''),
      }),
    output: () => z.null(),
  }),
  bankReturn: defineCall({
    method: 'POST',
    path: '/demo/bank/return.json',
    auth: 'none',
    weight: 3,
    summary: 'Sends a payment of the exchange back, as a bank does whose customer closed the account.',
    input: () => z.object({ endToEnd: field.serverId() }),
    output: () => z.null(),
  }),
};
