import { randomUUID } from 'node:crypto';
import type { PriceAlert } from '@fft/contract';
import { sql, type Kysely } from 'kysely';
import type { Logger } from 'pino';
import pg from 'pg';
import { isolated, type Incidents } from '../platform/incidents.ts';
import { createListeners } from '../platform/listeners.ts';
import { retry } from '../platform/retry.ts';
import type { Tables } from './tables.ts';

/** What the processes on one database tell each other beside the journal, so that every open socket hears of it, whichever process holds it. */
export type ExchangeEvent =
  | { readonly kind: 'sessionsEnded'; readonly sessions: readonly string[] }
  | { readonly kind: 'inbox'; readonly customer: number }
  | { readonly kind: 'inboxes'; readonly customers: readonly number[] }
  | { readonly kind: 'alertFired'; readonly customer: number; readonly alert: PriceAlert }
  | { readonly kind: 'alertMade'; readonly id: string }
  | { readonly kind: 'alertDeleted'; readonly id: string; readonly market: number }
  | { readonly kind: 'identityRevoked'; readonly customer: number }
  | { readonly kind: 'assetNamed' }
  | { readonly kind: 'rateSet' }
  | { readonly kind: 'booksDiffer'; readonly detail: string };

export interface EventBus {
  /** Tells the other processes; not this one. */
  publish(news: ExchangeEvent): void;
  /** Calls `listener` with what others publish from now on. */
  onEvent(listener: (news: ExchangeEvent) => void): void;
  /** Calls `listener` when something may have been missed, as the connection was lost. */
  onMissed(listener: () => void): void;
  close(): Promise<void>;
}

export interface EventBusOptions {
  readonly url: string;
  readonly db: Kysely<Tables>;
  readonly log: Logger;
  readonly incidents: Pick<Incidents, 'note'>;
}

const reconnect = { firstMs: 200, maxMs: 2_000 };
/** A notification holds at most 8,000 bytes. */
const sessionsPerNews = 100;
const customersPerNews = 400;

/** Publishes by PostgreSQL's notifications; within a transaction, once it is committed. */
export async function publishEvent(db: Kysely<Tables>, news: ExchangeEvent, origin = ''): Promise<void> {
  for (const part of partsOf(news)) {
    await sql`select pg_notify('fft_news', ${JSON.stringify({ origin, news: part })})`.execute(db);
  }
}

function partsOf(news: ExchangeEvent): ExchangeEvent[] {
  if (news.kind === 'inboxes') {
    const parts = Math.ceil(news.customers.length / customersPerNews);
    return Array.from({ length: parts }, (_, part) => ({
      ...news,
      customers: news.customers.slice(part * customersPerNews, (part + 1) * customersPerNews),
    }));
  }
  if (news.kind !== 'sessionsEnded') return [news];
  const count = Math.ceil(news.sessions.length / sessionsPerNews);
  return Array.from({ length: count }, (_, part) => ({
    ...news,
    sessions: news.sessions.slice(part * sessionsPerNews, (part + 1) * sessionsPerNews),
  }));
}

function clientOf(url: string): pg.Client {
  return new pg.Client({
    connectionString: url,
    application_name: 'fft bulletin',
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
  });
}

/** Opens the way on which this process hears the others, over a connection of its own that is made anew when it was lost. */
export async function openEventBus({ url, db, log, incidents }: EventBusOptions): Promise<EventBus> {
  const origin = randomUUID();
  const ended = new AbortController();
  const failed = (error: unknown): void => incidents.note('bulletin', error);
  const listeners = createListeners<ExchangeEvent>(failed);
  const missedListeners = createListeners<void>(failed);
  let client: pg.Client | null = null;
  let publishing: Promise<unknown> = Promise.resolve();

  /** Whoever may connect to the database may notify, of anything: what nobody understands is passed over. */
  const take = isolated(incidents, 'bulletin', (payload: string) => {
    const told = JSON.parse(payload) as { readonly origin: string; readonly news: ExchangeEvent };
    if (told.origin !== origin) listeners.emit(told.news);
  });

  function lost(connection: pg.Client): void {
    if (client !== connection) return;
    client = null;
    connection.end().catch(() => undefined);
    if (ended.signal.aborted) return;
    retry(connect, { ...reconnect, signal: ended.signal }).then(
      () => missedListeners.emit(),
      () => undefined,
    );
  }

  async function connect(): Promise<void> {
    const connection = clientOf(url);
    connection.on('notification', ({ payload = '' }) => take(payload));
    connection.on('error', () => lost(connection));
    connection.on('end', () => lost(connection));
    try {
      await connection.connect();
      await connection.query('LISTEN fft_news');
    } catch (error) {
      await connection.end().catch(() => undefined);
      throw error;
    }
    if (ended.signal.aborted) await connection.end().catch(() => undefined);
    else client = connection;
  }

  await connect();
  return {
    publish: (news) => {
      const published = publishEvent(db, news, origin).catch((error: unknown) =>
        log.warn({ err: error }, 'other processes could not be told'),
      );
      publishing = Promise.all([publishing, published]);
    },
    onEvent: (listener) => void listeners.add(listener),
    onMissed: (listener) => void missedListeners.add(listener),
    close: async () => {
      ended.abort();
      const connection = client;
      client = null;
      await connection?.end().catch(() => undefined);
      await publishing;
    },
  };
}
