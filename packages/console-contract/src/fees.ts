import { fields as field } from '@fft/contract';
import * as z from 'zod/mini';
import { customerId } from './customers.ts';
import { changing, reading } from './operator-call.ts';

const ppm = field.whole(0, 1_000_000);
const tierId = field.whole(1, 2_147_483_647);
const name = field.line(40, 'label').check(z.minLength(1, 'blank'));

const tier = z.object({
  id: z.number(),
  nameZh: z.string(),
  nameEn: z.string(),
  makerPpm: z.number(),
  takerPpm: z.number(),
  /** Whole USDT traded in 30 days; null: by hand alone. */
  fromUsdt: z.nullable(z.number()),
  customers: z.number(),
});
export type FeeTier = z.output<typeof tier>;

export const feeCalls = {
  tiers: reading({
    name: 'fees/tiers',
    // Whoever writes to customers or looks at one has to know them.
    right: 'dashboard.see',
    summary: 'The fee tiers, and how many customers are in each. Who is in none pays the fees of each market.',
    input: () => z.object({}),
    output: () => z.array(tier),
  }),
  savetier: changing({
    name: 'fees/savetier',
    right: 'fees.change',
    summary:
      'Makes a fee tier, or changes it for everybody in it. Who traded `fromUsdt` in 30 days comes in by himself, once a day; left out, operators alone put customers in.',
    input: () =>
      z.object({
        /** Left out: a new one. */
        id: z.optional(tierId),
        nameZh: name,
        nameEn: name,
        makerPpm: ppm,
        takerPpm: ppm,
        fromUsdt: z.optional(field.whole(1, 1_000_000_000_000)),
      }),
    output: () => z.omit(tier, { customers: true }),
  }),
  deletetier: changing({
    name: 'fees/deletetier',
    right: 'fees.change',
    summary: 'Takes a fee tier away; who is in it falls to the one that his trading reaches.',
    input: () => z.object({ id: tierId }),
    output: () => z.null(),
  }),
  settier: changing({
    name: 'fees/settier',
    right: 'fees.change',
    summary:
      'Puts a customer into a fee tier by hand, whatever he trades; without one, into what his trading reaches, from then on by itself.',
    input: () => z.object({ customer: customerId, tier: z.optional(tierId) }),
    output: () => z.null(),
  }),
};
