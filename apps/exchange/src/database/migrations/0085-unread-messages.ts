import type { Step } from '../migration-step.ts';

/** Finds a customer's unread messages, and the latest of all, without reading the others. */
export const unreadMessages: Step = {
  indexes: [
    { name: 'messages_unread', on: 'messages (customer) where not read' },
    { name: 'messages_latest', on: 'messages (customer, id desc)' },
  ],
  up: async () => undefined,
};
