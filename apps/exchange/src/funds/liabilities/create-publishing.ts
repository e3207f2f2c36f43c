import { createJob, type Job } from '../../platform/jobs.ts';
import { dayOf, publish, type PublishOptions } from './publish.ts';

export interface PublishingOptions extends PublishOptions {
  /** True in the one process that publishes. */
  readonly isMine: () => boolean;
}

/** Age up to which a count of holdings is of the same moment as the balances: younger than any deposit's confirmations. */
const freshMs = 8_000;
/** Time after which an older count is published. */
const patienceMs = 600_000;

/** Publishes liabilities once a day, as soon as the day begins. */
export function createPublishing(options: PublishingOptions): Job {
  const { isMine, now, db } = options;
  let doneFor = '';
  let triedSince = { day: '', time: 0 };

  async function publishToday(): Promise<void> {
    const day = dayOf(now());
    if (day === doneFor) return;
    const published = await db.selectFrom('liability_days').select('day').where('day', '=', day).executeTakeFirst();
    if (triedSince.day !== day) triedSince = { day, time: now() };
    // Balances and holdings of one moment: a deposit must not be owed and not yet counted. A chain that can't be counted holds nothing up for long.
    const isPatient = now() - triedSince.time < patienceMs;
    if (published || (await publish(options, isPatient ? freshMs : Infinity))) doneFor = day;
  }

  return createJob({
    name: 'funds.liabilities',
    everyMs: 5_000,
    afterFailureMs: 60_000,
    leaderOnly: isMine,
    run: publishToday,
  });
}
