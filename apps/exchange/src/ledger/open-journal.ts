import { NatsJournal, PostgresJournal, type Journal } from '@fft/journal';

/** Location of the journal: a NATS stream, or PostgreSQL. */
export interface JournalPlace {
  readonly url: string;
  readonly nats: { readonly url: string; readonly replicas: number } | null;
}

export function openJournal({ url, nats }: JournalPlace): Journal {
  return nats ? new NatsJournal(nats) : new PostgresJournal({ url });
}
