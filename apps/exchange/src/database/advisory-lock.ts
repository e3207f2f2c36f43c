import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';

/** Another process holds this role on the same database. */
export class DatabaseInUse extends Error {
  override readonly name = 'DatabaseInUse';
  constructor(role: string) {
    super(`another FFT is running as ${role} on this database: stop it first, or set DATABASE_URL to another one`);
  }
}

export interface DatabaseLockOptions {
  /** What one process at a time may be on a database, such as `exchange`. */
  readonly role: string;
  /** Told once if the lock is lost: whoever holds it has to stop, as another may take it from then on. */
  readonly onLost: (error: Error) => void;
  /** How long to wait for one that is just ending; 2 s unless told. */
  readonly waitMs?: number;
}

export interface DatabaseLock {
  release(): Promise<void>;
}

const retryEveryMs = 50;

/**
 * Takes a role on a database for this process alone, on a connection of its own: PostgreSQL takes it back with the
 * connection, in whatever way the process ends.
 * @throws DatabaseInUse
 */
export async function lockDatabase(url: string, options: DatabaseLockOptions): Promise<DatabaseLock> {
  const { role, onLost, waitMs = 2_000 } = options;
  const client = new pg.Client({
    connectionString: url,
    application_name: `fft lock ${role}`,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
  });
  // An error before the lock is held is thrown by the query that meets it.
  let isHeld = false;
  const lose = (error: Error): void => {
    if (!isHeld) return;
    isHeld = false;
    onLost(error);
  };
  client.on('error', lose);
  client.on('end', () => lose(new Error('the connection that held the lock was closed')));
  try {
    await client.connect();
    await takeLock(client, role, Date.now() + waitMs);
  } catch (error) {
    await client.end().catch(() => undefined);
    throw error;
  }
  isHeld = true;
  const release = async (): Promise<void> => {
    isHeld = false;
    await client.end().catch(() => undefined);
  };
  return { release };
}

async function takeLock(client: pg.Client, role: string, deadline: number): Promise<void> {
  for (;;) {
    const { rows } = await client.query<{ taken: boolean }>(
      'SELECT pg_try_advisory_lock(hashtextextended($1, 0)) AS taken',
      [`fft ${role}`],
    );
    if (rows[0]?.taken) return;
    if (Date.now() >= deadline) throw new DatabaseInUse(role);
    await delay(retryEveryMs);
  }
}
