import type { Kysely, Transaction } from 'kysely';
import { publishEvent } from '../../database/event-bus.ts';
import type { Tables } from '../room.ts';
import type { Sessions } from './sessions.ts';

export interface EndingOptions {
  readonly db: Kysely<Tables>;
  /** Ends sessions in this process; not given by one that serves no customers. */
  readonly hear?: Sessions['hear'];
}

/** Publishes the sessions and API keys that the transaction deleted. */
export type PublishEnded = (sessionIds: readonly string[]) => Promise<void>;

/**
 * Runs an operator's transaction that ends sessions or API keys. They end in the other processes with the commit, and in this one before the
 * operator gets an answer: its own notification may arrive later.
 */
export async function endingTransaction<T>(
  { db, hear }: EndingOptions,
  run: (transaction: Transaction<Tables>, publishEnded: PublishEnded) => Promise<T>,
): Promise<T> {
  const ended: string[] = [];
  const result = await db.transaction().execute((transaction) =>
    run(transaction, async (sessionIds) => {
      await publishEvent(transaction, { kind: 'sessionsEnded', sessions: sessionIds });
      ended.push(...sessionIds);
    }),
  );
  if (ended.length > 0) hear?.(ended);
  return result;
}
