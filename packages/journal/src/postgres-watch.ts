import { setTimeout as delay } from 'node:timers/promises';
import { PrimaryClient } from '@fft/postgres';
import type pg from 'pg';
import type { Watch } from './journal.ts';

export interface PostgresWatchOptions {
  readonly url: string;
  /** Appends under this name are ignored. */
  readonly own: string;
  readonly onMore: () => void;
}

/** Notifications are lost with their connection; polling finds what they would have reported. */
const pollMs = 500;
const reconnectMs = 200;

/** Watches appends by PostgreSQL notifications, over a separate connection that reconnects. */
export class PostgresWatch implements Watch {
  readonly #options: PostgresWatchOptions;
  readonly #polling: NodeJS.Timeout;
  readonly #ended = new AbortController();
  #client: pg.Client | null = null;

  constructor(options: PostgresWatchOptions) {
    this.#options = options;
    this.#polling = setInterval(options.onMore, pollMs);
  }

  async open(): Promise<void> {
    const { url, own, onMore } = this.#options;
    const client = new PrimaryClient({
      connectionString: url,
      application_name: 'fft journal watch',
      keepAlive: true,
      keepAliveInitialDelayMillis: 10_000,
    });
    client.on('notification', ({ payload }) => {
      if (payload !== own) onMore();
    });
    client.on('error', () => this.#lost(client));
    client.on('end', () => this.#lost(client));
    this.#client = client;
    try {
      await client.connect();
      await client.query('LISTEN fft_journal');
    } catch {
      this.#lost(client);
    }
  }

  async close(): Promise<void> {
    this.#ended.abort();
    clearInterval(this.#polling);
    const client = this.#client;
    this.#client = null;
    await client?.end().catch(() => undefined);
  }

  #lost(client: pg.Client): void {
    if (this.#client !== client) return;
    this.#client = null;
    client.end().catch(() => undefined);
    delay(reconnectMs, undefined, { signal: this.#ended.signal }).then(
      () => this.open(),
      () => undefined,
    );
  }
}
