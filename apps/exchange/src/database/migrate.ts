import { type Kysely, Migrator } from 'kysely';
import { migrations } from './migrations/index.ts';
import type { Tables } from './tables.ts';

/**
 * Brings a database to the newest form: all outstanding migrations in one transaction, or none. Several processes may
 * call it at once; Kysely's lock lets one through and the others find nothing left to do.
 */
export async function migrate(db: Kysely<Tables>, log: (line: string) => void): Promise<void> {
  const migrator = new Migrator({ db, provider: { getMigrations: async () => migrations } });
  const { error, results } = await migrator.migrateToLatest();
  for (const result of results ?? []) log(`migration ${result.migrationName}: ${result.status}`);
  if (error !== undefined) throw new Error('the database could not be migrated', { cause: error });
}
