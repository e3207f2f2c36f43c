import * as z from 'zod/mini';
import { defineCall } from './call.ts';
import { codeSent } from './code-sent.ts';
import * as field from './fields.ts';
import { walletAddress } from './addresses.ts';
import { type Made, once } from './once.ts';

/** `review` is looked at by people; `approved` waits to be sent; `done`, `rejected`, `failed` and `cancelled` are ends, all but `done` with the money back. */
const withdrawalStates = ['review', 'approved', 'sent', 'done', 'rejected', 'failed', 'cancelled'] as const;

/** Money that leaves, or left. `amount` leaves the account, `fee` of it stays with the exchange, and `arrives` arrives. */
const withdrawal = once(() =>
  z.object({
    id: z.string(),
    coin: z.string(),
    chain: z.string(),
    address: z.string(),
    memo: z.optional(z.string()),
    amount: field.decimal(),
    fee: field.decimal(),
    arrives: field.decimal(),
    state: z.enum(withdrawalStates),
    /** `internal` where it went to another customer, and nothing over the chain. */
    txid: z.optional(z.string()),
    confirmations: z.optional(z.number()),
    time: field.time(),
    updated: field.time(),
    /** Why it was rejected or failed. */
    reason: z.optional(z.string()),
  }),
);
export type Withdrawal = Made<typeof withdrawal>;

const liftChain = once(() =>
  z.object({
    chain: z.string(),
    name: z.string(),
    /** Kept of the amount. */
    fee: field.decimal(),
    min: field.decimal(),
    max: field.decimal(),
    /** Decimal places that an amount may have. */
    precision: z.number(),
    /** Whether an address may need a memo or tag. */
    memo: z.boolean(),
  }),
);

/** A coin that can be withdrawn. `dayLimit` and `dayUsed` are worth in USDT over the last 24 hours, of all coins together. */
const liftCoin = once(() =>
  z.object({
    coin: z.string(),
    name: z.string(),
    icon: z.string(),
    usable: field.decimal(),
    chains: z.array(liftChain()),
    dayLimit: field.decimal(),
    dayUsed: field.decimal(),
  }),
);

const request = once(() => ({
  coin: field.coin(),
  chain: field.chain(),
  amount: field.amount(),
  addressId: field.serverId(),
}));

export const withdrawalCalls = {
  coins: defineCall({
    method: 'GET',
    path: '/api/assets_lift/conis.html',
    auth: 'required',
    weight: 5,
    summary: 'What I can withdraw, over which chains, at which fees and limits.',
    input: () => z.object({}),
    output: () => z.array(liftCoin()),
  }),
  limits: defineCall({
    method: 'GET',
    path: '/api/assets_lift/limits.html',
    auth: 'required',
    weight: 3,
    summary:
      'How much I may withdraw in 24 hours, and have, of all coins together, in USDT; and how much customers may before and after their identity was verified.',
    input: () => z.object({}),
    output: () =>
      z.object({
        dayLimit: field.decimal(),
        dayUsed: field.decimal(),
        levels: z.object({ unverified: field.decimal(), verified: field.decimal() }),
      }),
  }),
  detail: defineCall({
    method: 'GET',
    path: '/api/assets_lift/detail.html',
    auth: 'required',
    weight: 5,
    summary:
      'What the withdrawal page needs of one coin and chain, with my saved addresses; or, by id or by the requestId that it was sent with, one withdrawal.',
    input: () =>
      z.object({
        coin: z.optional(field.coin()),
        chain: z.optional(field.chain()),
        id: z.optional(field.serverId()),
        requestId: z.optional(field.clientId()),
      }),
    output: () => z.union([withdrawal(), z.extend(liftCoin(), { addresses: z.array(walletAddress()) })]),
  }),
  sendCode: defineCall({
    method: 'GET',
    path: '/api/assets_lift/coinsemail.html',
    auth: 'required',
    summary: 'Sends the code that allows exactly this withdrawal: this coin, chain, amount and address.',
    input: () => z.object(request()),
    output: codeSent,
  }),
  submit: defineCall({
    method: 'POST',
    path: '/api/assets_lift/submit.html',
    auth: 'required',
    weight: 5,
    summary:
      'Withdraws to a saved address. Needs the code that was sent for exactly this, the transaction password, and the second factor where one is set. The money is frozen at once. The same requestId with the same body answers the same withdrawal, as it stands.',
    input: () =>
      z.object({
        requestId: field.clientId(),
        ...request(),
        code: field.verificationCode(),
        flow: field.flow(),
        payPassword: field.payPassword(),
        totp: z.optional(field.secondFactor()),
      }),
    output: withdrawal,
  }),
  cancel: defineCall({
    method: 'POST',
    path: '/api/assets_lift/cancel.html',
    auth: 'required',
    summary: 'Cancels a withdrawal while it is in review; the money can be used again.',
    input: () => z.object({ id: field.serverId() }),
    output: withdrawal,
  }),
  history: defineCall({
    method: 'GET',
    path: '/api/assets_lift/history.html',
    auth: 'required',
    weight: 5,
    summary: 'My withdrawals, the newest first.',
    input: () =>
      z.object({
        coin: z.optional(field.coin()),
        state: z.optional(field.choice(withdrawalStates)),
        ...field.page(),
      }),
    output: () => field.pageOf(withdrawal()),
  }),
};
