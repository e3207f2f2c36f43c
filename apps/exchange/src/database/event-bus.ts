import { randomUUID } from 'node:crypto';
import type { PriceAlert } from '@fft/contract';
import { PrimaryClient } from '@fft/postgres';
import { sql, type Kysely } from 'kysely';
import type { Logger } from 'pino';
import type pg from 'pg';
import { isolated, type Incidents } from '../platform/incidents.ts';
import { createListeners } from '../platform/listeners.ts';
import { retry } from '../platform/retry.ts';
import { thisBuild } from './build.ts';
import { processName } from './older-processes.ts';
import { type AnyHandle, roomHandle } from './rooms.ts';
import type { Tables } from './tables.ts';

/** Events between the processes on one database, beside the journal, so that every open socket gets them whichever process holds it. */
export type ExchangeEvent =
  | { readonly kind: 'sessionsEnded'; readonly sessions: readonly string[] }
  | { readonly kind: 'inbox'; readonly customer: number }
  | { readonly kind: 'inboxes'; readonly customers: readonly number[] }
  | { readonly kind: 'alertFired'; readonly customer: number; readonly alert: PriceAlert }
  | { readonly kind: 'alertMade'; readonly id: string }
  | { readonly kind: 'alertDeleted'; readonly id: string; readonly market: number }
  | { readonly kind: 'readsFills'; readonly customer: number }
  | { readonly kind: 'ownFill'; readonly order: number; readonly session: string }
  | { readonly kind: 'identityRevoked'; readonly customer: number }
  | { readonly kind: 'assetNamed' }
  | { readonly kind: 'tokenListed' }
  | { readonly kind: 'rateSet' }
  | { readonly kind: 'booksDiffer'; readonly detail: string };

export interface EventBus {
  /** Publishes to the other processes, not to this one. */
  publish(event: ExchangeEvent): void;
  /** Calls `listener` with the other processes' events from now on. */
  onEvent(listener: (event: ExchangeEvent) => void): void;
  /** Calls `listener` after a lost connection, when events may have been missed. */
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
const sessionsPerEvent = 100;
const customersPerEvent = 400;

const own = roomHandle('database');

/** Publishes through PostgreSQL's NOTIFY; within a transaction it takes effect with the commit. */
export async function publishEvent(handle: AnyHandle, event: ExchangeEvent, origin = ''): Promise<void> {
  const db = own(handle);
  for (const part of partsOf(event)) {
    await sql`select pg_notify('fft_news', ${JSON.stringify({ origin, event: part })})`.execute(db);
  }
}

function partsOf(event: ExchangeEvent): ExchangeEvent[] {
  if (event.kind === 'inboxes') {
    const parts = Math.ceil(event.customers.length / customersPerEvent);
    return Array.from({ length: parts }, (_, part) => ({
      ...event,
      customers: event.customers.slice(part * customersPerEvent, (part + 1) * customersPerEvent),
    }));
  }
  if (event.kind !== 'sessionsEnded') return [event];
  const count = Math.ceil(event.sessions.length / sessionsPerEvent);
  return Array.from({ length: count }, (_, part) => ({
    ...event,
    sessions: event.sessions.slice(part * sessionsPerEvent, (part + 1) * sessionsPerEvent),
  }));
}

function clientOf(url: string): pg.Client {
  return new PrimaryClient({
    connectionString: url,
    application_name: processName(thisBuild.version),
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
  });
}

/** Listens to the other processes on a dedicated connection, which is reopened after a loss. */
export async function openEventBus({ url, db, log, incidents }: EventBusOptions): Promise<EventBus> {
  const origin = randomUUID();
  const ended = new AbortController();
  const failed = (error: unknown): void => incidents.note('eventBus', error);
  const listeners = createListeners<ExchangeEvent>(failed);
  const missedListeners = createListeners<void>(failed);
  let client: pg.Client | null = null;
  let publishing: Promise<unknown> = Promise.resolve();

  /** Any client of the database can send a notification: a payload that cannot be read is recorded and skipped. */
  const take = isolated(incidents, 'eventBus', (payload: string) => {
    const received = JSON.parse(payload) as { readonly origin: string; readonly event: ExchangeEvent };
    if (received.origin !== origin) listeners.emit(received.event);
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
    publish: (event) => {
      const published = publishEvent(db, event, origin).catch((error: unknown) =>
        log.warn({ err: error }, 'eventBus.publishFailed'),
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
