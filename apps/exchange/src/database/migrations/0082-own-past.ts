import { sql, type Kysely } from 'kysely';
import type { Step } from '../migration-step.ts';

/**
 * What one customer reads stays small, however much of their own they have gathered: their unread messages, active and fired alerts, running schedules, and
 * deposits and withdrawals of one coin have indexes of their own. A new table, and indexes beside the writers.
 */
export const ownPast: Step = {
  indexes: [
    { name: 'messages_unread', on: 'messages (customer, time desc) where not read' },
    { name: 'price_alerts_active', on: 'price_alerts (customer) where fired_time is null' },
    { name: 'price_alerts_fired', on: 'price_alerts (customer, fired_time desc) where fired_time is not null' },
    { name: 'order_schedules_unended', on: "order_schedules (customer, kind) where state <> 'ended'" },
    {
      name: 'order_schedule_children_by_slot',
      on: "order_schedule_children (schedule, slot desc, number desc) where state <> 'sending'",
    },
    { name: 'chain_deposits_by_coin', on: 'chain_deposits (customer, coin, id desc)' },
    { name: 'withdrawals_by_coin', on: 'withdrawals (customer, coin, id desc)' },
  ],
  up: async (db: Kysely<unknown>) => {
    await sql
      .raw(`
      -- Everything in a customer's inbox up to this time is read.
      create table inboxes_read (
        customer bigint primary key references customers (id) on delete cascade,
        until bigint not null
      );`)
      .execute(db);
  },
};
