import * as z from 'zod/mini';
import { defineCall } from './call.ts';
import * as field from './fields.ts';
import { type Made, once } from './once.ts';

/**
 * `confirming` is in a block and waits for more; `credited` can be used; `small` is less than is credited; `gone` was in a block that the chain has given up,
 * and counts for nothing unless it comes again.
 */
const depositStates = ['confirming', 'credited', 'small', 'gone'] as const;

/** Coins that came in over a chain. */
const deposit = once(() =>
  z.object({
    id: z.string(),
    coin: z.string(),
    chain: z.string(),
    address: z.string(),
    txid: z.string(),
    amount: field.decimal(),
    state: z.enum(depositStates),
    /** So many blocks deep, of so many that are needed. */
    confirmations: z.number(),
    needed: z.number(),
    time: field.time(),
    updated: field.time(),
  }),
);
export type Deposit = Made<typeof deposit>;

const depositChain = once(() =>
  z.object({
    chain: z.string(),
    name: z.string(),
    confirmations: z.number(),
    minDeposit: field.decimal(),
    /** The token's contract, where the coin is one. */
    contract: z.optional(z.string()),
  }),
);

export const depositCalls = {
  coins: defineCall({
    method: 'GET',
    path: '/api/assets/conis.html',
    auth: 'required',
    weight: 3,
    summary: 'What I can deposit, and over which chains; then, without one, coins that no chain is followed for.',
    input: () => z.object({}),
    output: () =>
      z.array(z.object({ coin: z.string(), name: z.string(), icon: z.string(), chains: z.array(depositChain()) })),
  }),
  address: defineCall({
    method: 'GET',
    path: '/api/assets/conis_read.html',
    auth: 'required',
    weight: 3,
    summary: 'My address for one coin over one chain, and what has come in there lately.',
    input: () => z.object({ coin: field.coin(), chain: field.chain() }),
    output: () =>
      z.object({
        coin: z.string(),
        chain: z.string(),
        address: z.string(),
        memo: z.optional(z.string()),
        /** What a QR code for wallets says. */
        uri: z.string(),
        minDeposit: field.decimal(),
        confirmations: z.number(),
        /** How long so many blocks take as a rule. */
        confirmedWithinSeconds: z.number(),
        contract: z.optional(z.string()),
        recent: z.array(deposit()),
      }),
  }),
  history: defineCall({
    method: 'GET',
    path: '/api/assets/deposits.html',
    auth: 'required',
    weight: 5,
    summary: 'My deposits over chains, the newest first.',
    input: () => z.object({ coin: z.optional(field.coin()), ...field.page() }),
    output: () => field.pageOf(deposit()),
  }),
};
