import * as z from 'zod/mini';
import { defineCall } from './call.ts';
import * as field from './fields.ts';

/** One coin of one account. `value` is its worth in USDT, null where no price leads there. */
export const balance = z.object({
  coin: z.string(),
  name: z.string(),
  icon: z.string(),
  usable: field.decimal,
  frozen: field.decimal,
  total: field.decimal,
  value: z.nullable(field.decimal),
});
export type Balance = z.output<typeof balance>;

export const assetsCalls = {
  index: defineCall({
    method: 'GET',
    path: '/api/assets/index.html',
    auth: 'required',
    summary: 'Everything I hold, and what it is worth.',
    input: z.object({}),
    output: z.object({
      valuation: z.object({
        coin: field.decimal,
        fiat: field.decimal,
        total: field.decimal,
        unit: z.literal('USDT'),
        local: z.object({ unit: z.string(), total: field.decimal }),
      }),
      accounts: z.object({ coin: z.array(balance), fiat: z.array(balance) }),
    }),
  }),
};
