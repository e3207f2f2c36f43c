import { type Kysely, Migrator, sql } from 'kysely';
import { migrations } from './migrations/index.ts';
import type { Tables } from './tables.ts';

/** The database has migrations that this version does not know, so its tables do not match. */
class UnknownMigrations extends Error {
  override readonly name = 'UnknownMigrations';
  constructor(names: readonly string[]) {
    const cause = names.includes(firstBeforeRelease)
      ? 'it was made by a development version of FFT from before the first release, and nothing converts its tables'
      : `it was made by a newer version of FFT (migrations ${names.join(', ')})`;
    const remedy = names.includes(firstBeforeRelease)
      ? 'start with an empty one (set DATABASE_URL or DATA_DIR to another), or start the version that made it'
      : 'start that version, or a newer one';
    super(`this version of FFT can't use the database: ${cause}; ${remedy}`);
  }
}

/** The first of the 62 migrations that development versions ran, before the schema was written as one. */
const firstBeforeRelease = '0001-journal';

/**
 * Runs all outstanding migrations in one transaction. Several processes may call it concurrently: Kysely's lock lets one through, and the
 * others find nothing left to do. Calls `onRun` for each migration with its status.
 * @throws UnknownMigrations if the database has migrations that this version does not
 */
export async function migrate(db: Kysely<Tables>, onRun: (migration: string, status: string) => void): Promise<void> {
  await refuseUnknownMigrations(db);
  const migrator = new Migrator({ db, provider: { getMigrations: async () => migrations } });
  const { error, results } = await migrator.migrateToLatest();
  for (const { migrationName, status } of results ?? []) onRun(migrationName, status);
  if (error !== undefined) throw new Error('the database migration failed and was rolled back', { cause: error });
}

async function refuseUnknownMigrations(db: Kysely<Tables>): Promise<void> {
  const { rows: tables } = await sql<{ migrated: boolean }>`
    select to_regclass('kysely_migration') is not null as migrated`.execute(db);
  if (tables[0]?.migrated !== true) return;
  const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(db);
  const unknown = rows.map(({ name }) => name).filter((name) => !(name in migrations));
  if (unknown.length > 0) throw new UnknownMigrations(unknown);
}
