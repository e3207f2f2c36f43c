import * as z from 'zod/mini';
import { customer, defineAct, text, word } from './define-act.ts';

/** Factors that support can remove when a customer has lost them. */
export const factors = ['totp', 'passkeys', 'payPassword'] as const;

/** Acts about customers' accounts. */
export const customerActs = {
  reset: defineAct({
    right: 'customers.reset',
    input: z.object({ id: z.number(), factor: z.enum(factors), reason: z.string() }),
    lines: (input) => [customer(input.id), word('factor', 'factor', input.factor), text('reason', input.reason)],
  }),
};
