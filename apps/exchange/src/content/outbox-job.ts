import type { Kysely } from 'kysely';
import type { Logger } from 'pino';
import type { Tables } from './room.ts';
import { createJob, type Job } from '../platform/jobs.ts';
import { forget, takeDue, type Due, type OutboxChannel } from './outbox.ts';

/** Sends warnings of a channel. A rejected one is retried; one that has nowhere to go resolves. */
export type Senders = { readonly [Channel in OutboxChannel]: (warning: Due<Channel>) => Promise<void> };

export interface OutboxOptions {
  readonly db: Kysely<Tables>;
  readonly senders: Senders;
  readonly log: Pick<Logger, 'warn'>;
  readonly now: () => number;
}

/** Sends what is due, each by one process, until nothing is or the signal aborts. A channel doesn't wait for the other. */
export function createOutboxSender(options: OutboxOptions): (signal: AbortSignal) => Promise<void> {
  return async (signal) => {
    const { mail, sms } = options.senders;
    await Promise.all([
      sendChannel(options, { channel: 'mail', send: mail }, signal),
      sendChannel(options, { channel: 'sms', send: sms }, signal),
    ]);
  };
}

/** Sends queued warnings and retries those that were rejected. Wake it when a new one may be queued. */
export function createOutboxJob(options: OutboxOptions): Job {
  return createJob({ name: 'content.outbox', everyMs: 5_000, firstMs: 0, run: createOutboxSender(options) });
}

interface Lane<Channel extends OutboxChannel> {
  readonly channel: Channel;
  readonly send: Senders[Channel];
}

async function sendChannel<Channel extends OutboxChannel>(
  { db, log, now }: OutboxOptions,
  { channel, send }: Lane<Channel>,
  signal: AbortSignal,
): Promise<void> {
  for (let isMore = true; isMore && !signal.aborted;) {
    const due = await takeDue(db, channel, now());
    for (const warning of due) {
      try {
        await send(warning);
        await forget(db, warning.id);
      } catch (error) {
        log.warn({ err: error, customer: warning.customer, channel }, 'outbox.sendFailed');
      }
    }
    isMore = due.length > 0;
  }
}
