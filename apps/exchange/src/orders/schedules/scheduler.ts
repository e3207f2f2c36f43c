import { sql, type Kysely, type Transaction } from 'kysely';
import type { AccountMessage, Inbox } from '../../content/index.ts';
import type { Tables } from '../room.ts';
import { createJob, type Job } from '../../platform/jobs.ts';
import type { Incidents } from '../../platform/incidents.ts';
import { keyOfSession } from '../../transport/http/signed-request.ts';
import { readChildren, type Child } from './children.ts';
import { mayAct, type ActVerdict } from './may-act.ts';
import type { ScheduleMacs, ScheduleRow } from './schedule-macs.ts';
import type { ScheduleKind } from './tables.ts';

/** What changes in a row at the end of a step. */
export type ScheduleChange = Partial<
  Pick<ScheduleRow, 'terms' | 'mac' | 'state' | 'reason' | 'step' | 'next_at' | 'session_expires' | 'ended'>
>;

/** What a step knows when it begins. */
export interface StepStart {
  /** The schedule's orders, oldest first. */
  readonly children: Child[];
  readonly verdict: ActVerdict;
  /** Sends the customer a message if the step's change is kept. */
  readonly tell: (message: AccountMessage) => void;
}

/** One step of a schedule: orders, and what is known afterwards. The row is locked meanwhile. */
export type Advance = (row: ScheduleRow, start: StepStart) => Promise<ScheduleChange>;

export interface SchedulerOptions {
  readonly db: Kysely<Tables>;
  readonly macs: ScheduleMacs;
  readonly kinds: Readonly<Partial<Record<ScheduleKind, Advance>>>;
  readonly inbox: Pick<Inbox, 'send'>;
  readonly incidents: Pick<Incidents, 'note'>;
  /** Called before each round with the lateness of the most overdue schedule, and at each step with that of its own. */
  readonly onLate: (kind: ScheduleKind, ms: number) => void;
  /** When a schedule's step was due by its plan, where `next_at` moves with delays. */
  readonly plannedAt?: Readonly<Partial<Record<ScheduleKind, (row: ScheduleRow) => number>>>;
  /** False while no calls are served. */
  readonly isReady: () => boolean;
  readonly now: () => number;
}

const everyMs = 500;
/** Steps that are taken together: they share a transaction, and their orders an entry of the journal. */
const maxPerBatch = 64;
/** Customers in one round; more of them wait for the next one. */
const maxPerRound = 5_000;
/** After a step that failed. */
const retryMs = 5_000;

/**
 * Runs customers' schedules in rounds: each customer with something due has one step in a round, the most overdue, so that many schedules of some hold up no one
 * else's. Each kind has rounds of its own. Any gateway takes steps: they lock their schedules' rows, which others skip. PostgreSQL frees the rows of a process that
 * dies in any way, and another process goes on from what is in the tables and the journal.
 */
export class Scheduler {
  readonly #options: SchedulerOptions;
  readonly jobs: Readonly<Record<ScheduleKind, Job>>;

  constructor(options: SchedulerOptions) {
    this.#options = options;
    const jobOf = (kind: ScheduleKind, name: string): Job =>
      createJob({ name, everyMs, run: (signal) => this.#run(kind, signal) });
    this.jobs = { twap: jobOf('twap', 'orders.twaps'), recurring: jobOf('recurring', 'orders.recurringBuys') };
  }

  /** Takes a schedule's step now, unless another process has it under way. Errors are noted, and the step is taken later. */
  step(id: number): Promise<void> {
    return this.#batch([id]);
  }

  /** Changes a running or paused schedule of a customer once no step of it is under way. False if there is none. */
  change(id: number, customer: number, make: (row: ScheduleRow) => ScheduleChange): Promise<boolean> {
    return this.#options.db.transaction().execute(async (transaction) => {
      const row = await transaction
        .selectFrom('order_schedules')
        .selectAll()
        .where('id', '=', id)
        .where('customer', '=', customer)
        .where('state', '!=', 'ended')
        .forNoKeyUpdate()
        .executeTakeFirst();
      if (row === undefined) return false;
      await keep(transaction, id, make(row));
      return true;
    });
  }

  async #run(kind: ScheduleKind, signal: AbortSignal): Promise<void> {
    if (!this.#options.isReady()) return;
    for (;;) {
      const round = await this.#nextRound(kind);
      for (let at = 0; at < round.length && !signal.aborted; at += maxPerBatch) {
        await this.#batch(round.slice(at, at + maxPerBatch));
      }
      if (signal.aborted || round.length === 0) return;
      // What another process has under way is due until it is done.
      if (await this.#isSame(kind, round)) return;
    }
  }

  /** The most overdue schedule of each customer. */
  async #nextRound(kind: ScheduleKind): Promise<readonly number[]> {
    const { db, now } = this.#options;
    const time = now();
    const { rows } = await sql<{ id: number; next_at: number }>`
      select id, next_at from (
        select distinct on (customer) id, next_at from order_schedules
        where kind = ${kind} and state in ('running', 'stopping') and next_at <= ${time}::bigint
        order by customer, next_at, id
      ) as first order by next_at, id limit ${maxPerRound}`.execute(db);
    this.#options.onLate(kind, rows[0] === undefined ? 0 : time - rows[0].next_at);
    return rows.map(({ id }) => id);
  }

  async #isSame(kind: ScheduleKind, round: readonly number[]): Promise<boolean> {
    const next = await this.#nextRound(kind);
    const known = new Set(round);
    return next.every((id) => known.has(id));
  }

  /** Takes a step of each of these that is due, unless another process has it under way. */
  async #batch(ids: readonly number[]): Promise<void> {
    const { db, incidents } = this.#options;
    try {
      await db.transaction().execute((transaction) => this.#takeSteps(transaction, ids));
    } catch (error) {
      const [only] = ids;
      if (ids.length > 1) {
        // The others must not wait for the one that fails.
        for (const id of ids) await this.#batch([id]);
        return;
      }
      incidents.note('orderSchedules', error);
      if (only !== undefined) await this.#delay(only).catch(() => undefined);
    }
  }

  /** Locks the rows against other steps, but not against their children, which are written on another connection and stay whatever happens here. */
  async #takeSteps(transaction: Transaction<Tables>, ids: readonly number[]): Promise<void> {
    const { inbox, now } = this.#options;
    const time = now();
    const rows = await transaction
      .selectFrom('order_schedules')
      .selectAll()
      .where('id', 'in', ids)
      .where('state', 'in', ['running', 'stopping'])
      .where('next_at', '<=', time)
      .forNoKeyUpdate()
      .skipLocked()
      .execute();
    if (rows.length === 0) return;
    const children = await readChildren(
      transaction,
      rows.map(({ id }) => id),
    );
    const verdictOf = await mayAct(transaction, rows, time);
    const steps = rows.map(async (row) => {
      const messages: AccountMessage[] = [];
      const start = {
        children: children.get(row.id) ?? [],
        verdict: verdictOf(row),
        tell: (message: AccountMessage) => messages.push(message),
      };
      return { row, change: await this.#advance(row, start), messages };
    });
    const taken = await Promise.all(steps);
    await keepAll(transaction, taken);
    for (const { row, messages } of taken) {
      for (const message of messages) await inbox.send(transaction, row.customer, message);
    }
  }

  async #advance(row: ScheduleRow, start: StepStart): Promise<ScheduleChange> {
    const { kinds, macs, incidents, onLate, plannedAt, now } = this.#options;
    if (!macs.isGenuine(row)) return { state: 'ended', reason: 'notGenuine', ended: now() };
    try {
      // Who ends a plan begins another time for its last step.
      if (row.state === 'running') onLate(row.kind, now() - (plannedAt?.[row.kind]?.(row) ?? row.next_at));
      // A version before knows fewer kinds.
      return (await kinds[row.kind]?.(row, start)) ?? {};
    } catch (error) {
      incidents.note('orderSchedules', error);
      return { next_at: now() + retryMs };
    }
  }

  async #delay(id: number): Promise<void> {
    const { db, now } = this.#options;
    await db
      .updateTable('order_schedules')
      .set({ next_at: now() + retryMs })
      .where('id', '=', id)
      .where('state', 'in', ['running', 'stopping'])
      .execute();
  }
}

async function keep(transaction: Transaction<Tables>, id: number, change: ScheduleChange): Promise<void> {
  if (Object.keys(change).length === 0) return;
  await transaction.updateTable('order_schedules').set(change).where('id', '=', id).execute();
}

interface Taken {
  readonly row: ScheduleRow;
  readonly change: ScheduleChange;
}

/** Keeps the changes of a batch: one statement for all that leave the terms alone, as nearly all do. The rows are locked, so that theirs are the newest values. */
async function keepAll(transaction: Transaction<Tables>, taken: readonly Taken[]): Promise<void> {
  const changed = taken.filter(({ change }) => Object.keys(change).length > 0);
  const hasTerms = ({ change: { terms, mac } }: Taken): boolean => terms !== undefined || mac !== undefined;
  for (const { row, change } of changed.filter(hasTerms)) await keep(transaction, row.id, change);
  const shared = changed.filter((one) => !hasTerms(one));
  if (shared.length === 0) return;
  const rows = shared.map(({ row, change }) => {
    const { id, state, reason, step, next_at, session_expires, ended } = { ...row, ...change };
    return { id, state, reason, step, next_at, session_expires, ended };
  });
  await sql`
    update order_schedules as plan set state = now.state, reason = now.reason, step = now.step, next_at = now.next_at,
      session_expires = now.session_expires, ended = now.ended
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as now (id bigint, state text, reason text, step bigint, next_at bigint,
      session_expires bigint, ended bigint)
    where plan.id = now.id`.execute(transaction);
}

/** Stops the schedules that act for sessions or API keys that ended. */
export async function stopOfSession(db: Kysely<Tables>, session: string, now: number): Promise<void> {
  const reason = keyOfSession(session) === null ? 'loggedOut' : 'keyRevoked';
  await db
    .updateTable('order_schedules')
    .set({ state: 'stopping', reason, next_at: now })
    .where('session', '=', session)
    .where('state', '=', 'running')
    .execute();
}
