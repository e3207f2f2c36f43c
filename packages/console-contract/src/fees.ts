import { fields as field } from '@fft/contract';
import * as z from 'zod/mini';
import { customerId } from './customers.ts';
import { proposable, readCall, writeCall } from './operator-call.ts';

const ppm = field.integer(0, 1_000_000);
const tierId = field.integer(1, 2_147_483_647);
const name = field.singleLine(40, 'label').check(z.minLength(1, 'blank'));

const tier = z.object({
  id: z.number(),
  nameZh: z.string(),
  nameEn: z.string(),
  makerPpm: z.number(),
  takerPpm: z.number(),
  /** 30-day turnover in whole USDT; null if only operators assign the tier. */
  fromUsdt: z.nullable(z.number()),
  customers: z.number(),
});
export type FeeTier = z.output<typeof tier>;

export const feeCalls = {
  tiers: readCall({
    name: 'fees/tiers',
    // Messages to customers and customer details show tiers, so every role needs them.
    right: 'dashboard.see',
    summary:
      'Lists the fee tiers and the number of customers in each. Customers without a tier pay each market’s fees.',
    input: () => z.object({}),
    output: () => z.array(tier),
  }),
  saveTier: writeCall({
    name: 'fees/savetier',
    right: 'fees.change',
    summary:
      'Creates a fee tier, or changes it for all its customers. Customers with a 30-day turnover of `fromUsdt` join it automatically, once a day; without `fromUsdt`, only operators assign it. What makes trading dearer at any turnover, and fees below the lowest of the schedule, need a second operator; the answer then has no tier.',
    input: () =>
      z.object({
        /** Absent to create a new one. */
        id: z.optional(tierId),
        nameZh: name,
        nameEn: name,
        makerPpm: ppm,
        takerPpm: ppm,
        fromUsdt: z.optional(field.integer(1, 1_000_000_000_000)),
      }),
    output: () => z.extend(proposable(), { tier: z.nullable(z.omit(tier, { customers: true })) }),
  }),
  deleteTier: writeCall({
    name: 'fees/deletetier',
    right: 'fees.change',
    summary:
      'Deletes a fee tier. Its customers move to the tier that their turnover reaches. Where anyone then pays more, it needs a second operator.',
    input: () => z.object({ id: tierId }),
    output: proposable,
  }),
  setTier: writeCall({
    name: 'fees/settier',
    right: 'fees.change',
    summary:
      'Assigns a fee tier to a customer regardless of turnover; without `tier`, returns the customer to automatic tiers. Higher fees, and fees below the lowest of the schedule, need a second operator.',
    input: () => z.object({ customer: customerId, tier: z.optional(tierId) }),
    output: proposable,
  }),
};
