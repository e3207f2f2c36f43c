import { type Head, type Journal, NatsJournal, PostgresJournal } from '@fft/journal';

/** Location of the journal: a NATS stream, or PostgreSQL. */
export interface JournalPlace {
  readonly url: string;
  readonly nats: { readonly url: string; readonly replicas: number } | null;
}

/** @param seen the newest entry that is known to be durable: each connection to PostgreSQL refuses a database without it with `JournalStale` */
export function openJournal({ url, nats }: JournalPlace, seen?: () => Head): Journal {
  return nats ? new NatsJournal(nats) : new PostgresJournal({ url, ...(seen && { seen }) });
}
