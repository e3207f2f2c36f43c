import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../testing/test-database.ts';
import { waitUntil } from '../../../testing/wait-for.ts';
import { createScheduleMacs } from './schedule-macs.ts';
import { Scheduler, type Advance, type SchedulerOptions } from './scheduler.ts';
import type { ScheduleKind } from './tables.ts';

let database: TestDatabase;
const macs = createScheduleMacs('secret of the test');
const created = 1_000;
let clock = 10_000;
let errors: unknown[] = [];
let worstMs = 0;

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());
beforeEach(async () => {
  errors = [];
  worstMs = 0;
  clock = 10_000;
  await sql`delete from order_schedules`.execute(database.db);
});

/** Adds schedules of a customer that are due at a time; the customer is made if need be. */
async function add(customer: number, kind: ScheduleKind, dueAt: readonly number[]): Promise<void> {
  const { db } = database;
  await sql`
    insert into customers (id, password_hash, lang, up_color, created) overriding system value values (${customer}, '', 'en', 'green', 0)
    on conflict do nothing`.execute(db);
  const rows = dueAt.map((next_at) => {
    made += 1;
    const asked = { customer, client_id: `plan-${made}`, kind, terms: '{}', created, session: null };
    return { ...asked, mac: macs.macOf(asked), state: 'running' as const, reason: null, next_at };
  });
  await db
    .insertInto('order_schedules')
    .values(rows.map((row) => ({ ...row, session_expires: null, ended: null })))
    .execute();
}
let made = 0;

interface Taken {
  readonly customer: number;
  readonly kind: ScheduleKind;
}

/** Runs both kinds' jobs until nothing is due. Returns the customers whose steps were taken, in order. */
async function run(advance?: Advance, plannedAt?: SchedulerOptions['plannedAt']): Promise<readonly Taken[]> {
  const taken: Taken[] = [];
  const step: Advance = async (row, start) => {
    taken.push({ customer: row.customer, kind: row.kind });
    return advance === undefined ? { next_at: clock + 2_000 } : advance(row, start);
  };
  const scheduler = new Scheduler({
    db: database.db,
    macs,
    kinds: { twap: step, recurring: step },
    inbox: { send: () => Promise.resolve() },
    incidents: { note: (_part, error) => errors.push(error) },
    onLate: (_kind, ms) => (worstMs = Math.max(worstMs, ms)),
    ...(plannedAt && { plannedAt }),
    isReady: () => true,
    now: () => clock,
  });
  for (const job of Object.values(scheduler.jobs)) {
    job.start();
    job.wake();
  }
  await waitUntil(async () => {
    const { rows } =
      await sql`select from order_schedules where state = 'running' and next_at <= ${clock} limit 1`.execute(
        database.db,
      );
    return rows.length === 0;
  });
  await Promise.all(Object.values(scheduler.jobs).map((job) => job.stop()));
  return taken;
}

test('customers take turns: 150 overdue plans of 15 accounts let an honest one be the 16th at the latest', async () => {
  for (let account = 0; account < 15; account += 1) await add(2_000 + account, 'twap', Array(10).fill(1_000 + account));
  // Due just now, after all others.
  await add(3_000, 'twap', [clock]);
  const taken = (await run()).map(({ customer }) => customer);
  expect(taken).toHaveLength(151);
  expect(worstMs).toBe(9_000);
  expect(taken.indexOf(3_000)).toBeLessThanOrEqual(15);
  // Nobody has a second step before everybody had the first.
  expect(new Set(taken.slice(0, 16)).size).toBe(16);
  for (let round = 0; round < 9; round += 1) {
    expect(new Set(taken.slice(16 + round * 15, 31 + round * 15)).size).toBe(15);
  }
});

test('a plan that falls behind is late against its plan, though each delay moves its next step', async () => {
  await add(2_200, 'twap', [clock]);
  const planned = { twap: ({ step }: { readonly step: number }) => created + step * 2_000 };
  const late: number[] = [];
  for (let step = 0; step < 4; step += 1) {
    worstMs = 0;
    await run(({ step: before }) => Promise.resolve({ step: before + 1, next_at: clock + 2_000 }), planned);
    late.push(worstMs);
    // The step that was due waits three seconds more, and the next one moves with it.
    clock += 5_000;
    await sql`update order_schedules set next_at = ${clock}`.execute(database.db);
  }
  expect(late).toEqual([9_000, 12_000, 15_000, 18_000]);
});

test('a newcomer waits for one round, not for what others have overdue', async () => {
  for (let account = 0; account < 15; account += 1) await add(2_000 + account, 'twap', Array(10).fill(1_000));
  let steps = 0;
  const taken = await run(async () => {
    steps += 1;
    if (steps === 20) await add(3_000, 'twap', [clock]);
    return { next_at: clock + 2_000 };
  });
  const customers = taken.map(({ customer }) => customer);
  // It came during the second round and has its step in the third.
  expect(customers.indexOf(3_000)).toBeLessThanOrEqual(3 * 16);
});

test('a thousand plans of as many customers have one step each in one round', async () => {
  await sql`
    insert into customers (id, password_hash, lang, up_color, created) overriding system value
    select 4000 + n, '', 'en', 'green', 0 from generate_series(0, 999) n`.execute(database.db);
  for (let customer = 4_000; customer < 5_000; customer += 1) await add(customer, 'twap', [clock - (customer % 7)]);
  const taken = await run();
  expect(taken).toHaveLength(1_000);
  expect(new Set(taken.map(({ customer }) => customer)).size).toBe(1_000);
});

test('recurring buys don’t wait for TWAP orders, nor these for them', async () => {
  for (let account = 0; account < 5; account += 1) await add(2_000 + account, 'twap', Array(10).fill(1_000));
  await add(3_000, 'recurring', [clock]);
  let open: () => void = () => undefined;
  const buys = new Promise<void>((resolve) => (open = resolve));
  // Every TWAP order waits until the buy was taken.
  const taken = await run(async ({ kind }) => {
    if (kind === 'recurring') open();
    else await buys;
    return { next_at: clock + 2_000 };
  });
  expect(taken).toHaveLength(51);
});

test('a step that fails delays its own plan alone', async () => {
  for (let account = 0; account < 20; account += 1) await add(2_000 + account, 'twap', [1_000]);
  const taken = await run(({ customer }) => {
    if (customer === 2_007) return Promise.reject(new Error('out of order'));
    if (customer === 2_008) return Promise.resolve({ state: null as never });
    return Promise.resolve({ next_at: clock + 2_000 });
  });
  expect(new Set(taken.map(({ customer }) => customer)).size).toBe(20);
  const { rows } = await sql<{ customer: number; wait: number }>`
    select customer, next_at - ${clock} as wait from order_schedules order by customer`.execute(database.db);
  const late = rows.filter(({ wait }) => wait !== 2_000).map(({ customer }) => customer);
  expect(late).toEqual([2_007, 2_008]);
  expect(errors.length).toBeGreaterThan(1);
});

test('a plan of a locked customer is told so, an altered one ends', async () => {
  await add(2_100, 'twap', [1_000]);
  await add(2_101, 'twap', [1_000]);
  await sql`update customers set locked_at = 1 where id = 2100`.execute(database.db);
  await sql`update order_schedules set terms = '{"more":1}' where customer = 2101`.execute(database.db);
  const verdicts: unknown[] = [];
  await run((_row, { verdict }) => {
    verdicts.push(verdict.reason);
    return Promise.resolve({ next_at: clock + 2_000 });
  }).catch(() => undefined);
  expect(verdicts).toEqual(['accountLocked']);
  const { rows } = await sql`select state, reason from order_schedules where customer = 2101`.execute(database.db);
  expect(rows).toEqual([{ state: 'ended', reason: 'notGenuine' }]);
});
