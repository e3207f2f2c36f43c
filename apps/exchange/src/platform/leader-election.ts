import { setTimeout as delay } from 'node:timers/promises';
import { PrimaryClient } from '@fft/postgres';
import type pg from 'pg';

export interface ElectionOptions {
  readonly url: string;
  /** The role that one process at a time has on a database, such as `projector`. */
  readonly role: string;
  /** Called when this process acquires the role. */
  readonly onTaken: () => void;
  /** Called when this process loses the role: another may acquire it from then on. */
  readonly onLost: () => void;
}

export interface Election {
  /** Releases the role, or stops waiting for it. */
  close(): Promise<void>;
}

const retryMs = 250;
/** Makes PostgreSQL detect a vanished machine within seconds and release the role; its default is two hours. No effect on the same machine. */
const fastKeepalive = 'set tcp_keepalives_idle = 10; set tcp_keepalives_interval = 5; set tcp_keepalives_count = 3';

/**
 * Waits for a role and holds it while its connection lives; after a loss it waits again. PostgreSQL releases the role of a process that dies in any
 * way, so another process acquires it a moment later.
 */
export function acquireLeadership(options: ElectionOptions): Election {
  const ended = new AbortController();
  let client: pg.Client | null = null;

  /** Resolves when the connection ends. */
  async function holdOnce(): Promise<void> {
    const { url, role, onTaken, onLost } = options;
    const connection = new PrimaryClient({
      connectionString: url,
      application_name: `fft role ${role}`,
      keepAlive: true,
      keepAliveInitialDelayMillis: 10_000,
    });
    client = connection;
    const closed = new Promise<void>((resolve) => {
      connection.on('error', () => resolve());
      connection.on('end', () => resolve());
    });
    try {
      await connection.connect();
      await connection.query(fastKeepalive);
      const taken = await Promise.race([take(connection, role), closed.then(() => false)]);
      if (!taken) return;
      onTaken();
      await closed;
      onLost();
    } finally {
      await connection.end().catch(() => undefined);
    }
  }

  async function take(connection: pg.Client, role: string): Promise<boolean> {
    const query = { text: 'SELECT pg_try_advisory_lock(hashtextextended($1, 0)) AS taken', values: [`fft ${role}`] };
    while (!ended.signal.aborted) {
      const { rows } = await connection.query<{ taken: boolean }>(query);
      if (rows[0]?.taken) return true;
      await delay(retryMs, undefined, { signal: ended.signal });
    }
    return false;
  }

  async function campaign(): Promise<void> {
    while (!ended.signal.aborted) {
      await holdOnce().catch(() => undefined);
      await delay(retryMs, undefined, { signal: ended.signal }).catch(() => undefined);
    }
  }

  const campaigning = campaign();
  return {
    close: async () => {
      ended.abort();
      await client?.end().catch(() => undefined);
      await campaigning;
    },
  };
}
