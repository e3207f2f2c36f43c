import type { Kysely } from 'kysely';
import { sql } from 'kysely';
import { publishEvent, type EventBus } from '../database/event-bus.ts';
import type { Tables } from './room.ts';
import { createJob, type Job } from '../platform/jobs.ts';
import type { Executor } from './choices.ts';

/**
 * Customers who may want to be notified of fills: those with a device, and those who chose the inbox or e-mail. All others' fills, which are most of them, then cost a
 * look into a set.
 */
export interface FillReaders {
  has(customer: number): boolean;
  /** Adds a customer, in all processes. */
  add(executor: Executor, customer: number): Promise<void>;
  /** Reads the set again, as customers also leave it. */
  readonly job: Job;
}

const everyMs = 60_000;

export function createFillReaders(db: Kysely<Tables>, events: EventBus): FillReaders {
  let known = new Set<number>();
  const added = new Set<number>();
  const note = (customer: number): void => {
    known.add(customer);
    added.add(customer);
  };
  const job = createJob({
    name: 'notifications.fillReaders',
    everyMs,
    firstMs: 0,
    run: async () => {
      added.clear();
      const customers = await readCustomers(db);
      // The query may not have seen who was added since it began.
      known = new Set([...customers, ...added]);
    },
  });
  events.onEvent((event) => event.kind === 'readsFills' && note(event.customer));
  events.onMissed(() => job.wake());
  return {
    has: (customer) => known.has(customer),
    add: async (executor, customer) => {
      note(customer);
      await publishEvent(executor, { kind: 'readsFills', customer });
    },
    job,
  };
}

async function readCustomers(db: Kysely<Tables>): Promise<number[]> {
  const { rows } = await sql<{ customer: number }>`
    select customer from push_devices
    union select customer from notification_choices
    where (switches -> 'fills' ->> 'inApp')::boolean or (switches -> 'fills' ->> 'mail')::boolean`.execute(db);
  return rows.map(({ customer }) => customer);
}
