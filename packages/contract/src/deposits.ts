import * as z from 'zod/mini';
import { defineCall } from './call.ts';
import * as field from './fields.ts';
import { type SchemaOutput, lazy } from './lazy.ts';

/**
 * `confirming` is in a block and waits for confirmations; `credited` is available; `small` is below the minimum deposit; `gone` was in a block that a
 * reorganization removed, and is not credited unless it is mined again.
 */
const depositStates = ['confirming', 'credited', 'small', 'gone'] as const;

/** An on-chain deposit. */
export const deposit = lazy(() =>
  z.object({
    id: z.string(),
    coin: z.string(),
    chain: z.string(),
    address: z.string(),
    txid: z.string(),
    /** Page of the transaction at a block explorer; absent where there is none. */
    explorerUrl: z.optional(z.string()),
    amount: field.decimal(),
    state: z.enum(depositStates),
    /** Confirmations so far; `needed` is the number required. */
    confirmations: field.whole(),
    needed: field.whole(),
    time: field.time(),
    updated: field.time(),
  }),
);
export type Deposit = SchemaOutput<typeof deposit>;

export const depositChain = lazy(() =>
  z.object({
    chain: z.string(),
    name: z.string(),
    confirmations: field.whole(),
    minDeposit: field.decimal(),
    /** Typical time until a deposit is credited. */
    confirmedWithinSeconds: z.optional(field.whole()),
    /** The token's contract address, if the coin is a token. */
    contract: z.optional(z.string()),
    /** True while deposits over it are paused: no address is given, and what arrives is credited later. */
    paused: z.optional(z.boolean()),
  }),
);

export const depositCalls = {
  coins: defineCall({
    method: 'GET',
    path: '/api/assets/conis.html',
    auth: 'required',
    keyRight: 'read',
    weight: 3,
    summary: 'Lists the coins that can be deposited and their networks; coins without an available network come last.',
    input: () => z.object({}),
    output: () =>
      z.array(z.object({ coin: z.string(), name: z.string(), icon: z.string(), chains: z.array(depositChain()) })),
  }),
  address: defineCall({
    method: 'GET',
    path: '/api/assets/conis_read.html',
    auth: 'required',
    keyRight: 'read',
    weight: 3,
    summary: 'Returns my deposit address for a coin and network, and recent deposits to it.',
    input: () => z.object({ coin: field.coin(), chain: field.chain() }),
    output: () =>
      z.object({
        coin: z.string(),
        chain: z.string(),
        address: z.string(),
        memo: z.optional(z.string()),
        /** Payment URI for a QR code. */
        uri: z.string(),
        minDeposit: field.decimal(),
        confirmations: field.whole(),
        /** Typical time until a deposit is credited. */
        confirmedWithinSeconds: field.whole(),
        contract: z.optional(z.string()),
        recent: z.array(deposit()),
      }),
  }),
  history: defineCall({
    method: 'GET',
    path: '/api/assets/deposits.html',
    auth: 'required',
    keyRight: 'read',
    weight: 5,
    summary: 'Lists my on-chain deposits, newest first.',
    input: () => z.object({ coin: z.optional(field.coin()), ...field.page() }),
    output: () => field.pageOf(deposit()),
  }),
};
