import { sql } from 'kysely';
import { createJob, type Job } from '../../platform/jobs.ts';
import { syncFeeOverrides, type FeeLedgerOptions } from './fee-ledger.ts';
import { assignTiersByVolume, type TierAssignmentOptions } from './assign-tiers-by-volume.ts';

export interface TierSyncOptions extends FeeLedgerOptions, TierAssignmentOptions {
  /** True in the one process that moves customers between tiers. */
  readonly isMine: () => boolean;
}

/** Moves customers to the tiers that they reach, and keeps the ledger's fees in step. */
export interface TierSync {
  /** Syncs fees to the ledger soon, after a tier changed. */
  wake(): void;
  /** Runs `act` while no process changes fees or syncs them to the ledger. */
  exclusively<T>(act: () => Promise<T>): Promise<T>;
  readonly job: Job;
}

export function createTierSync(options: TierSyncOptions): TierSync {
  const { db, isMine, now } = options;
  let doneFor = '';
  /** True at the start too: a process may have died between writing a row and sending it to the ledger. */
  let isToSync = true;
  let last: Promise<unknown> = Promise.resolve();

  /** Excludes other processes that change fees or sync them to the ledger. */
  const alone = <T>(act: () => Promise<T>): Promise<T> =>
    db.transaction().execute(async (transaction) => {
      await sql`select pg_advisory_xact_lock(hashtextextended('fees', 0))`.execute(transaction);
      return act();
    });

  function exclusively<T>(act: () => Promise<T>): Promise<T> {
    const turn = last.then(act);
    last = turn.catch(() => undefined);
    return turn;
  }

  async function moveAndSync(signal: AbortSignal): Promise<void> {
    const day = new Date(now()).toISOString().slice(0, 10);
    if (signal.aborted) return;
    try {
      if (isMine() && day !== doneFor) {
        const known = await db.selectFrom('fee_days').select('day').where('day', '=', day).executeTakeFirst();
        if (!known && (await alone(() => assignTiersByVolume(options, day))).length > 0) isToSync = true;
        doneFor = day;
      }
      if (!isToSync) return;
      isToSync = false;
      await alone(() => syncFeeOverrides(options));
    } catch (error) {
      isToSync = true;
      throw error;
    }
  }

  const job = createJob({
    name: 'funds.feeTiers',
    everyMs: 5_000,
    firstMs: 0,
    afterFailureMs: 60_000,
    run: (signal) => exclusively(() => moveAndSync(signal)),
  });
  return {
    wake: () => {
      isToSync = true;
      job.wake();
    },
    exclusively: (act) => exclusively(() => alone(act)),
    job,
  };
}
