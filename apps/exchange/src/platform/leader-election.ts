import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';

export interface ElectionOptions {
  readonly url: string;
  /** What one process at a time is on a database, such as `projector`. */
  readonly role: string;
  /** This process is it from now on. */
  readonly onTaken: () => void;
  /** It isn't any more: another may be from now on. */
  readonly onLost: () => void;
}

export interface Election {
  /** Gives the role up, or stops waiting for it. */
  close(): Promise<void>;
}

const askEveryMs = 250;
/** The database looks so soon whether this machine is still there, and takes the role back; by itself it waits for two hours. On one machine it has no meaning. */
const quickFarewell = 'set tcp_keepalives_idle = 10; set tcp_keepalives_interval = 5; set tcp_keepalives_count = 3';

/**
 * Waits for a role and holds it as long as its connection lives; lost, it is waited for again. PostgreSQL takes it back from whoever dies, in
 * whatever way, so another process has it a moment later.
 */
export function acquireLeadership(options: ElectionOptions): Election {
  const ended = new AbortController();
  let client: pg.Client | null = null;

  /** Until the connection ends. */
  async function holdOnce(): Promise<void> {
    const { url, role, onTaken, onLost } = options;
    const connection = new pg.Client({
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
      await connection.query(quickFarewell);
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
    const ask = { text: 'SELECT pg_try_advisory_lock(hashtextextended($1, 0)) AS taken', values: [`fft ${role}`] };
    while (!ended.signal.aborted) {
      const { rows } = await connection.query<{ taken: boolean }>(ask);
      if (rows[0]?.taken) return true;
      await delay(askEveryMs, undefined, { signal: ended.signal });
    }
    return false;
  }

  async function stand(): Promise<void> {
    while (!ended.signal.aborted) {
      await holdOnce().catch(() => undefined);
      await delay(askEveryMs, undefined, { signal: ended.signal }).catch(() => undefined);
    }
  }

  const standing = stand();
  return {
    close: async () => {
      ended.abort();
      await client?.end().catch(() => undefined);
      await standing;
    },
  };
}
