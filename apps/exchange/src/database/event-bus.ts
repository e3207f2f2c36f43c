import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { PriceAlert } from '@fft/contract';
import { sql, type Kysely } from 'kysely';
import type { Logger } from 'pino';
import pg from 'pg';
import { isolated, type Incidents } from '../platform/incidents.ts';
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

const reconnectMs = 200;
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

/** Opens the way on which this process hears the others, over a connection of its own that is made anew when it was lost. */
export async function openEventBus({ url, db, log, incidents }: EventBusOptions): Promise<EventBus> {
  const origin = randomUUID();
  const ended = new AbortController();
  const listeners: ((news: ExchangeEvent) => void)[] = [];
  const missedListeners: (() => void)[] = [];
  let client: pg.Client | null = null;

  const tell = isolated(incidents, 'bulletin', (listener: (news: ExchangeEvent) => void, news: ExchangeEvent) =>
    listener(news),
  );
  /** Whoever may connect to the database may notify, of anything: what nobody understands is passed over. */
  const take = isolated(incidents, 'bulletin', (payload: string) => {
    const told = JSON.parse(payload) as { readonly origin: string; readonly news: ExchangeEvent };
    if (told.origin !== origin) for (const listener of listeners) tell(listener, told.news);
  });

  function lost(connection: pg.Client): void {
    if (client !== connection) return;
    client = null;
    connection.end().catch(() => undefined);
    delay(reconnectMs, undefined, { signal: ended.signal })
      .then(connect)
      .then(
        () => missedListeners.forEach((listener) => listener()),
        () => undefined,
      );
  }

  async function connect(): Promise<void> {
    const connection = new pg.Client({
      connectionString: url,
      application_name: 'fft bulletin',
      keepAlive: true,
      keepAliveInitialDelayMillis: 10_000,
    });
    connection.on('notification', ({ payload = '' }) => take(payload));
    connection.on('error', () => lost(connection));
    connection.on('end', () => lost(connection));
    client = connection;
    try {
      await connection.connect();
      await connection.query('LISTEN fft_news');
    } catch (error) {
      lost(connection);
      throw error;
    }
  }

  await connect();
  return {
    publish: (news) => {
      publishEvent(db, news, origin).catch((error: unknown) =>
        log.warn({ err: error }, 'other processes could not be told'),
      );
    },
    onEvent: (listener) => void listeners.push(listener),
    onMissed: (listener) => void missedListeners.push(isolated(incidents, 'bulletin', listener)),
    close: async () => {
      ended.abort();
      const connection = client;
      client = null;
      await connection?.end().catch(() => undefined);
    },
  };
}
