import { DatabaseError, type Pool, type PoolClient } from 'pg';
import { retry } from '../../platform/retry.ts';

const lockWait = "set local lock_timeout = '200ms'";
const lockNotAvailable = '55P03';
const maxTries = 20;
const betweenTries = { firstMs: 200, maxMs: 1_000 };

/**
 * Runs in a transaction that may wait for a lock for a moment only, and is repeated. Statements on the table wait behind a waiting lock, so it gives up soon, well before
 * PostgreSQL looks for deadlocks.
 */
export async function withBriefLocks(pool: Pool, work: (client: PoolClient) => Promise<unknown>): Promise<void> {
  let tries = 0;
  await retry(() => inTransaction(pool, work), {
    ...betweenTries,
    shouldRetry: (error) => error instanceof DatabaseError && error.code === lockNotAvailable && ++tries < maxTries,
  });
}

async function inTransaction(pool: Pool, work: (client: PoolClient) => Promise<unknown>): Promise<void> {
  const client = await pool.connect();
  try {
    await client.query(`begin; ${lockWait}`);
    await work(client);
    await client.query('commit');
  } catch (error) {
    await client.query('rollback').catch(() => undefined);
    throw error;
  } finally {
    client.release();
  }
}
