import { randomBytes } from 'node:crypto';
import { inject } from 'vitest';
import { type Database, openDatabase } from '../src/database/connection.ts';
import { databaseUrl, runOnce } from '../src/database/run-once.ts';

export interface TestDatabase extends Database {
  readonly url: string;
}

/**
 * Creates a migrated, empty database for one test file in the run's shared PostgreSQL, as a copy of the template from
 * the global setup, within some tens of milliseconds. `close` drops it.
 */
export async function createTestDatabase(): Promise<TestDatabase> {
  const adminUrl = inject('postgresUrl');
  const name = `test_${randomBytes(8).toString('hex')}`;
  await runOnce(adminUrl, `CREATE DATABASE ${name} TEMPLATE ${inject('postgresTemplate')} STRATEGY file_copy`);
  const url = databaseUrl(adminUrl, name);
  const database = openDatabase(url, { maxConnections: 5 });
  const close = async (): Promise<void> => {
    await database.close();
    await runOnce(adminUrl, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
  };
  return { db: database.db, pool: database.pool, url, close };
}
