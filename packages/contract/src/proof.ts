import * as z from 'zod/mini';
import { defineCall } from './call.ts';
import * as field from './fields.ts';
import { lazy } from './lazy.ts';

const say = (error: field.FieldError): string => error;

/** An integer count of the asset's smallest units. */
const units = lazy(() => z.string());

const total = lazy(() =>
  z.object({
    asset: z.string(),
    total: units(),
    /** Hash of the tree's root, which commits to the total. */
    hash: z.string(),
    /** Decimal places of the asset. */
    decimals: field.whole(),
    /** Balances of the demo's made-up market, which are not in the total: no one can claim them. Always 0 in production. */
    madeUp: units(),
    /** On-chain holdings when the total was published; null if custody follows no chain of the asset. */
    held: z.nullable(field.decimal()),
    /** Paid to customers on a chain, and still in the total until the network confirms it. */
    leaving: field.decimal(),
  }),
);

/** What the key of an address that holds reserves signed about the day's totals. */
const reserveSignature = lazy(() => z.object({ chain: z.string(), address: z.string(), signature: z.string() }));

export const publication = lazy(() =>
  z.object({
    /** `2026-11-20`, UTC. */
    day: z.string(),
    /** Journal sequence of the balances. */
    sequence: z.string(),
    time: field.time(),
    totals: z.array(total()),
    /** By the wallets that hold reserves, in the form of each chain’s wallets; see `packages/liabilities` for the text. */
    signatures: z.array(reserveSignature()),
  }),
);

const proof = lazy(() =>
  z.object({
    day: z.string(),
    asset: z.string(),
    customer: z.string(),
    nonce: z.string(),
    amount: units(),
    path: z.array(z.object({ side: z.enum(['left', 'right']), hash: z.string(), sum: units() })),
  }),
);

export const reserve = lazy(() =>
  z.object({
    chain: z.string(),
    name: z.string(),
    /** Address that pays withdrawals. */
    hot: z.string(),
    /** Address whose key is offline; null if there is none. */
    cold: z.nullable(z.string()),
    /** Number of deposit addresses assigned to customers. */
    depositAddresses: field.whole(),
    /** Time of the check. */
    time: field.time(),
    coins: z.array(
      z.object({
        coin: z.string(),
        hot: field.decimal(),
        /** Held at deposit addresses. */
        unswept: field.decimal(),
        cold: field.decimal(),
      }),
    ),
  }),
);

/** Proof of liabilities and reserves. */
export const proofCalls = {
  liabilities: defineCall({
    method: 'GET',
    path: '/api/proof/index.html',
    auth: 'none',
    weight: 5,
    summary:
      'Returns the exchange’s total liabilities of the last days with their root hashes, and its on-chain holdings.',
    input: () => z.object({}),
    output: () => z.array(publication()),
  }),
  inclusion: defineCall({
    method: 'GET',
    path: '/api/proof/read.html',
    auth: 'required',
    keyRight: 'read',
    weight: 10,
    summary:
      'Returns my inclusion proofs for a day, by default the latest, to verify that my balances are part of the totals.',
    input: () =>
      z.object({ day: z.optional(z.string(say('choice')).check(z.regex(/^\d{4}-\d{2}-\d{2}$/, say('choice')))) }),
    output: () => z.array(proof()),
  }),
  reserves: defineCall({
    method: 'GET',
    path: '/api/proof/reserves.html',
    auth: 'none',
    weight: 5,
    summary: 'Returns the exchange’s addresses by chain, and their balances at the last check.',
    input: () => z.object({}),
    output: () => z.array(reserve()),
  }),
};
