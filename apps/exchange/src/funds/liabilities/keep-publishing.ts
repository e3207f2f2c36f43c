import type { Logger } from 'pino';
import { dayOf, publish, type PublishParts } from './publish.ts';

export interface KeepPublishingParts extends PublishParts {
  /** Whether it is this process that does it. */
  readonly isMine: () => boolean;
  readonly log: Logger;
}

const lookMs = 5_000;
const tryAgainMs = 60_000;

/** Publishes once a day, as soon as the day has begun. */
export function keepPublishing(parts: KeepPublishingParts): { close(): Promise<void> } {
  const { isMine, now, db, log } = parts;
  let doneFor = '';
  let notBefore = 0;
  let working: Promise<void> = Promise.resolve();

  async function look(): Promise<void> {
    const day = dayOf(now());
    if (day === doneFor || !isMine() || performance.now() < notBefore) return;
    try {
      const published = await db.selectFrom('liability_days').select('day').where('day', '=', day).executeTakeFirst();
      if (published || (await publish(parts))) doneFor = day;
    } catch (error) {
      notBefore = performance.now() + tryAgainMs;
      log.error({ err: error }, 'what is owed could not be published; trying again');
    }
  }

  let isBusy = false;
  const timer = setInterval(() => {
    if (isBusy) return;
    isBusy = true;
    working = look().finally(() => {
      isBusy = false;
    });
  }, lookMs);
  return {
    close: async () => {
      clearInterval(timer);
      await working;
    },
  };
}
