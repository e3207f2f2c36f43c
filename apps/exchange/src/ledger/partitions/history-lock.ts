import type { Pool, PoolClient } from 'pg';

const name = 'fft history maintenance';

/**
 * Runs work that takes rows of history away; one runs at a time in all processes. Returns false, without running it, while another does. `work` may use the
 * connection that holds the lock.
 */
export async function withHistoryLock(pool: Pool, work: (client: PoolClient) => Promise<unknown>): Promise<boolean> {
  const client = await pool.connect();
  let failure: Error | undefined;
  try {
    const { rows } = await client.query<{ taken: boolean }>(
      'select pg_try_advisory_lock(hashtextextended($1, 0)) as taken',
      [name],
    );
    if (rows[0]?.taken !== true) return false;
    await work(client);
    await unlock(client);
    return true;
  } catch (error) {
    failure = error instanceof Error ? error : new Error(String(error));
    await unlock(client).catch(() => undefined);
    throw failure;
  } finally {
    // With an error, closes the connection.
    client.release(failure);
  }
}

function unlock(client: PoolClient): Promise<unknown> {
  return client.query('select pg_advisory_unlock(hashtextextended($1, 0))', [name]);
}
