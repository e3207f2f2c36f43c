import type { Kysely, Transaction } from 'kysely';
import type { Tables } from '../../database/tables.ts';
import { createJob, type Job } from '../../platform/jobs.ts';
import type { Incidents } from '../../platform/incidents.ts';
import { keyOfSession } from '../../transport/http/signed-request.ts';
import type { ScheduleMacs, ScheduleRow } from './schedule-macs.ts';
import type { ScheduleKind } from './tables.ts';

/** What changes in a row at the end of a step. */
export type ScheduleChange = Partial<
  Pick<ScheduleRow, 'terms' | 'mac' | 'state' | 'reason' | 'step' | 'next_at' | 'session_expires' | 'ended'>
>;

/** One step of a schedule: orders, and what is known afterwards. The row is locked meanwhile, in this transaction. */
export type Advance = (row: ScheduleRow, transaction: Transaction<Tables>) => Promise<ScheduleChange>;

export interface SchedulerOptions {
  readonly db: Kysely<Tables>;
  readonly macs: ScheduleMacs;
  readonly kinds: Readonly<Partial<Record<ScheduleKind, Advance>>>;
  readonly incidents: Pick<Incidents, 'note'>;
  /** False while no calls are served. */
  readonly isReady: () => boolean;
  readonly now: () => number;
}

const everyMs = 500;
/** Steps at a time: each needs up to two of the pool's connections. */
const maxAtOnce = 2;
const maxPerRun = 500;
/** After a step that failed. */
const retryMs = 5_000;

/**
 * Runs customers' schedules, in whichever gateway comes first: a step locks its schedule's row, which others skip. PostgreSQL frees the row of a process that
 * dies in any way, and another process goes on from what is in the tables and the journal.
 */
export class Scheduler {
  readonly #options: SchedulerOptions;
  readonly job: Job;

  constructor(options: SchedulerOptions) {
    this.#options = options;
    this.job = createJob({ name: 'orders.schedules', everyMs, run: (signal) => this.#run(signal) });
  }

  /** Takes a schedule's step now, unless another process has it under way. Errors are noted, and the step is taken later. */
  async step(id: number): Promise<void> {
    try {
      await this.#locked(id, 'skip locked', (row, transaction) => this.#advance(row, transaction));
    } catch (error) {
      this.#options.incidents.note('orderSchedules', error);
      await this.#delay(id).catch(() => undefined);
    }
  }

  /** Changes a running or paused schedule of a customer once no step of it is under way. False if there is none. */
  change(id: number, customer: number, make: (row: ScheduleRow) => ScheduleChange): Promise<boolean> {
    return this.#locked(id, 'wait', (row) =>
      Promise.resolve(row.customer === customer && row.state !== 'ended' ? make(row) : null),
    );
  }

  async #run(signal: AbortSignal): Promise<void> {
    const { db, isReady, now } = this.#options;
    if (!isReady()) return;
    const due = await db
      .selectFrom('order_schedules')
      .select('id')
      .where('state', 'in', ['running', 'stopping'])
      .where('next_at', '<=', now())
      .orderBy('next_at')
      .limit(maxPerRun)
      .execute();
    const waiting = due.values();
    const lane = async (): Promise<void> => {
      for (const { id } of waiting) {
        if (signal.aborted) return;
        await this.step(id);
      }
    };
    await Promise.all(Array.from({ length: maxAtOnce }, lane));
  }

  async #advance(row: ScheduleRow, transaction: Transaction<Tables>): Promise<ScheduleChange | null> {
    const { kinds, macs, now } = this.#options;
    const time = now();
    if ((row.state !== 'running' && row.state !== 'stopping') || row.next_at > time) return null;
    if (!macs.isGenuine(row)) return { state: 'ended', reason: 'notGenuine', ended: time };
    const advance = kinds[row.kind];
    // A version before knows fewer kinds.
    return advance === undefined ? null : advance(row, transaction);
  }

  /** Locks the row against other steps, but not against its children, which are written on another connection and stay whatever happens here. */
  #locked(
    id: number,
    others: 'wait' | 'skip locked',
    work: (row: ScheduleRow, transaction: Transaction<Tables>) => Promise<ScheduleChange | null>,
  ): Promise<boolean> {
    return this.#options.db.transaction().execute(async (transaction) => {
      const query = transaction.selectFrom('order_schedules').selectAll().where('id', '=', id).forNoKeyUpdate();
      const row = await (others === 'wait' ? query : query.skipLocked()).executeTakeFirst();
      const change = row === undefined ? null : await work(row, transaction);
      if (change === null) return false;
      if (Object.keys(change).length > 0) {
        await transaction.updateTable('order_schedules').set(change).where('id', '=', id).execute();
      }
      return true;
    });
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
