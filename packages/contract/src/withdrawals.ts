import * as z from 'zod/mini';
import { defineCall } from './call.ts';
import { codeSent } from './code-sent.ts';
import * as field from './fields.ts';
import { walletAddress } from './addresses.ts';
import { type SchemaOutput, lazy } from './lazy.ts';

/** `review` waits for an operator; `approved` waits to be sent; `done`, `rejected`, `failed` and `cancelled` are final, and all but `done` return the money. */
const withdrawalStates = ['review', 'approved', 'sent', 'done', 'rejected', 'failed', 'cancelled'] as const;

/** A withdrawal. `amount` is debited from the account, including `fee`; the recipient gets `arrives`. */
export const withdrawal = lazy(() =>
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
    /** `internal` for a transfer to another customer, which sends no transaction. */
    txid: z.optional(z.string()),
    /** Page of the transaction at a block explorer, in the details of one withdrawal; absent where there is none. */
    explorerUrl: z.optional(z.string()),
    confirmations: z.optional(field.whole()),
    time: field.time(),
    updated: field.time(),
    /** Reason of a rejection or failure. */
    reason: z.optional(z.string()),
  }),
);
export type Withdrawal = SchemaOutput<typeof withdrawal>;

const withdrawalChain = lazy(() =>
  z.object({
    chain: z.string(),
    name: z.string(),
    /** Deducted from the amount. */
    fee: field.decimal(),
    min: field.decimal(),
    max: field.decimal(),
    /** Maximum decimal places of an amount. */
    precision: field.whole(),
    /** True if addresses may need a memo or tag. */
    memo: z.boolean(),
    /** Typical time from sending until the payment is final; absent where the network isn't followed. */
    arrivesWithinSeconds: z.optional(field.whole()),
    /** True while no withdrawals are taken over it. */
    paused: z.optional(z.boolean()),
  }),
);

/**
 * A coin that can be withdrawn. `dayLimit` and `dayUsed` are in USDT, over 24 hours and all coins; `dayLeft` is what they leave, in this coin, null if no market values it.
 */
export const withdrawableCoin = lazy(() =>
  z.object({
    coin: z.string(),
    name: z.string(),
    icon: z.string(),
    usable: field.decimal(),
    /** On hold for orders and withdrawals. */
    frozen: field.decimal(),
    chains: z.array(withdrawalChain()),
    dayLimit: field.decimal(),
    dayUsed: field.decimal(),
    dayLeft: z.nullable(field.decimal()),
  }),
);

const request = lazy(() => ({
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
    keyRight: 'read',
    weight: 5,
    summary: 'Lists the coins that I can withdraw, with networks, fees and limits.',
    input: () => z.object({}),
    output: () => z.array(withdrawableCoin()),
  }),
  limits: defineCall({
    method: 'GET',
    path: '/api/assets_lift/limits.html',
    auth: 'required',
    keyRight: 'read',
    weight: 3,
    summary:
      'Returns my 24-hour withdrawal limit and usage over all coins, in USDT, and the limits before and after identity verification.',
    input: () => z.object({}),
    output: () =>
      z.object({
        /** True if no withdrawal is possible without a verified identity. */
        identityRequired: z.boolean(),
        dayLimit: field.decimal(),
        dayUsed: field.decimal(),
        levels: z.object({ unverified: field.decimal(), verified: field.decimal() }),
      }),
  }),
  detail: defineCall({
    method: 'GET',
    path: '/api/assets_lift/detail.html',
    auth: 'required',
    keyRight: 'read',
    weight: 5,
    summary:
      'Returns the withdrawal page’s data of one coin and network, with my saved addresses; or one withdrawal by id or requestId.',
    input: () =>
      z.object({
        coin: z.optional(field.coin()),
        chain: z.optional(field.chain()),
        id: z.optional(field.serverId()),
        requestId: z.optional(field.clientId()),
      }),
    output: () =>
      z.union([withdrawal(), z.object({ ...withdrawableCoin().shape, addresses: z.array(walletAddress()) })]),
  }),
  sendCode: defineCall({
    method: 'GET',
    path: '/api/assets_lift/coinsemail.html',
    acts: true,
    auth: 'required',
    keyRight: 'never',
    summary: 'Sends a code that is valid for this withdrawal only: the same coin, network, amount and address.',
    input: () => z.object(request()),
    output: codeSent,
  }),
  submit: defineCall({
    method: 'POST',
    path: '/api/assets_lift/submit.html',
    auth: 'required',
    keyRight: 'never',
    weight: 5,
    summary:
      'Withdraws to a saved address. Requires the code sent for this withdrawal, the transaction password, and the second factor if one is set. The money is frozen immediately. Repeating a requestId with the same body returns the same withdrawal in its current state.',
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
  submitByKey: defineCall({
    method: 'POST',
    path: '/api/assets_lift/apply.html',
    auth: 'required',
    keyRight: 'withdraw',
    weight: 5,
    summary:
      'Withdraws to a saved address by an API key with the right to withdraw. Waits, holds, limits and reviews are those of `submit`; the signature replaces the code and the passwords. Repeating a requestId with the same body returns the same withdrawal.',
    input: () => z.object({ requestId: field.clientId(), ...request() }),
    output: withdrawal,
  }),
  cancel: defineCall({
    method: 'POST',
    path: '/api/assets_lift/cancel.html',
    auth: 'required',
    keyRight: 'withdraw',
    summary: 'Cancels a withdrawal in review and releases the money.',
    input: () => z.object({ id: field.serverId() }),
    output: withdrawal,
  }),
  history: defineCall({
    method: 'GET',
    path: '/api/assets_lift/history.html',
    auth: 'required',
    keyRight: 'read',
    weight: 5,
    summary: 'Lists my withdrawals, newest first.',
    input: () =>
      z.object({
        coin: z.optional(field.coin()),
        state: z.optional(field.choice(withdrawalStates)),
        ...field.page(),
      }),
    output: () => field.pageOf(withdrawal()),
  }),
};
