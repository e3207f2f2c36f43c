import { createJob, type Job } from '../../platform/jobs.ts';
import { dayOf, publish, type PublishOptions } from './publish.ts';

export interface PublishingOptions extends PublishOptions {
  /** True in the one process that publishes. */
  readonly isMine: () => boolean;
}

/** Publishes liabilities once a day, as soon as the day begins. */
export function createPublishing(options: PublishingOptions): Job {
  const { isMine, now, db } = options;
  let doneFor = '';

  async function publishToday(): Promise<void> {
    const day = dayOf(now());
    if (day === doneFor) return;
    const published = await db.selectFrom('liability_days').select('day').where('day', '=', day).executeTakeFirst();
    if (published || (await publish(options))) doneFor = day;
  }

  return createJob({
    name: 'funds.liabilities',
    everyMs: 5_000,
    afterFailureMs: 60_000,
    leaderOnly: isMine,
    run: publishToday,
  });
}
