import type { Step } from '../migration-step.ts';

/** Finds a customer's latest messages, beyond which older ones go, without reading all of them. */
export const latestMessages: Step = {
  indexes: [{ name: 'messages_latest', on: 'messages (customer, id desc)' }],
  up: async () => undefined,
};
