import type { Step } from '../migration-step.ts';

/** Finds the withdrawals of a batch. Its column has to be there before the index is built. */
export const paymentsByBatch: Step = {
  indexes: [{ name: 'chain_payments_by_batch', on: 'chain_payments (batch) where batch is not null' }],
  up: async () => undefined,
};
