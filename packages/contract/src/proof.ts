import * as z from 'zod/mini';
import { defineCall } from './call.ts';
import * as field from './fields.ts';
import { once } from './once.ts';

const say = (error: field.FieldError): string => error;

/** Digits of an asset's smallest units. */
const units = once(() => z.string());

const total = once(() =>
  z.object({
    asset: z.string(),
    total: units(),
    /** Of the tree's root, to which the total is bound. */
    hash: z.string(),
    /** Places of the asset, by which its smallest units are read. */
    decimals: z.number(),
    /** What custody had of it on chains when it last looked; null where it follows no chain of it. */
    held: z.nullable(field.decimal()),
  }),
);

const publication = once(() =>
  z.object({
    /** `2026-11-20`, UTC. */
    day: z.string(),
    /** The journal's sequence that the balances stand at. */
    sequence: z.string(),
    time: field.time(),
    totals: z.array(total()),
  }),
);

const proof = once(() =>
  z.object({
    day: z.string(),
    asset: z.string(),
    customer: z.string(),
    nonce: z.string(),
    amount: units(),
    path: z.array(z.object({ side: z.enum(['left', 'right']), hash: z.string(), sum: units() })),
  }),
);

const reserve = once(() =>
  z.object({
    chain: z.string(),
    name: z.string(),
    /** What payments are made from. */
    hot: z.string(),
    /** Whose key no machine has; null where there is none. */
    cold: z.nullable(z.string()),
    /** How many addresses customers were given. */
    depositAddresses: z.number(),
    /** When it was looked. */
    time: field.time(),
    coins: z.array(
      z.object({
        coin: z.string(),
        hot: field.decimal(),
        /** At customers' addresses. */
        unswept: field.decimal(),
        cold: field.decimal(),
      }),
    ),
  }),
);

/** What the exchange owes its customers, and that each is counted in it. */
export const proofCalls = {
  index: defineCall({
    method: 'GET',
    path: '/api/proof/index.html',
    auth: 'none',
    weight: 5,
    summary: 'What the exchange owed all customers on the last days, bound to hashes, and what it holds on chains.',
    input: () => z.object({}),
    output: () => z.array(publication()),
  }),
  read: defineCall({
    method: 'GET',
    path: '/api/proof/read.html',
    auth: 'required',
    weight: 10,
    summary: 'My own parts of the totals of a day, the newest unless one is named, with what it takes to check them.',
    input: () =>
      z.object({ day: z.optional(z.string(say('choice')).check(z.regex(/^\d{4}-\d{2}-\d{2}$/, say('choice')))) }),
    output: () => z.array(proof()),
  }),
  reserves: defineCall({
    method: 'GET',
    path: '/api/proof/reserves.html',
    auth: 'none',
    weight: 5,
    summary: 'Where the exchange keeps coins, chain by chain: its addresses, and what was there when it last looked.',
    input: () => z.object({}),
    output: () => z.array(reserve()),
  }),
};
