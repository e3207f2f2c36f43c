import { type Kysely, sql } from 'kysely';
import { type Build, thisBuild } from './build.ts';
import { isOlder } from './is-older.ts';
import { openDatabase } from './connection.ts';
import type { Tables } from './tables.ts';

/** A migration of a later version took away what this version uses. */
export class VersionTooOld extends Error {
  override readonly name = 'VersionTooOld';
  constructor(version: string, minimum: string) {
    super(
      `this is FFT ${version}, and the database needs ${minimum} or newer: a later version took away what this one uses; start ${minimum} or newer`,
    );
  }
}

/** The database lacks the base of this version's schema: an older version made it. */
class NoBase extends Error {
  override readonly name = 'NoBase';
  constructor(version: string, names: readonly string[]) {
    super(
      `FFT ${version} can't use the database: an older version made it (migrations ${names[0]} to ${names.at(-1)}), and nothing converts its tables; ` +
        'start with an empty one (set DATABASE_URL or DATA_DIR to another), or start the version that made it',
    );
  }
}

/** The database has migrations that this version does not know, and lacks others that it needs: it belongs to another line of versions. */
class UnknownMigrations extends Error {
  override readonly name = 'UnknownMigrations';
  constructor(version: string, names: readonly string[]) {
    super(
      `FFT ${version} can't use the database: another version ran migrations on it that this one doesn't know (${names.join(', ')}), and not all that this one needs; ` +
        'start that version, or a newer one',
    );
  }
}

/** The database is of an older version, and only the exchange itself migrates it. */
class NotMigrated extends Error {
  override readonly name = 'NotMigrated';
  constructor(version: string, names: readonly string[]) {
    super(
      `the database lacks what FFT ${version} needs (migrations ${names.join(', ')}): start the exchange of this version, which adds it, or use the program of the version that wrote the database`,
    );
  }
}

export interface SchemaState {
  /** Names of migrations that have yet to run, in their order. */
  readonly pending: readonly string[];
  /** Names of a newer version's migrations, which only added to the tables. */
  readonly unknown: readonly string[];
}

/** The oldest version that may use the database; null if any may. */
export async function readMinimumVersion(db: Kysely<Tables>): Promise<string | null> {
  const row = await db.selectFrom('minimum_version').select('version').executeTakeFirst();
  return row?.version ?? null;
}

/** Only ever raises it. */
export async function raiseMinimum(db: Kysely<Tables>, version: string): Promise<void> {
  const minimum = await readMinimumVersion(db);
  if (minimum !== null && !isOlder(minimum, version)) return;
  await db
    .insertInto('minimum_version')
    .values({ version })
    .onConflict((row) => row.column('id').doUpdateSet({ version }))
    .execute();
}

async function hasTable(db: Kysely<Tables>, name: string): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`select to_regclass(${name}) is not null as found`.execute(db);
  return rows[0]?.found === true;
}

/**
 * Compares the database with this build, and changes nothing. A newer schema is fine as long as no migration raised the minimum version above it.
 * @throws NoBase, VersionTooOld, UnknownMigrations
 */
export async function checkSchema(db: Kysely<Tables>, { version, migrations }: Build): Promise<SchemaState> {
  const names = Object.keys(migrations).toSorted();
  if (!(await hasTable(db, 'kysely_migration'))) return { pending: names, unknown: [] };
  const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(db);
  const run = new Set(rows.map(({ name }) => name));
  const [base = ''] = names;
  if (run.size > 0 && !run.has(base)) throw new NoBase(version, [...run]);
  const minimum = (await hasTable(db, 'minimum_version')) ? await readMinimumVersion(db) : null;
  if (minimum !== null && isOlder(version, minimum)) throw new VersionTooOld(version, minimum);
  const unknown = [...run].filter((name) => !(name in migrations));
  const pending = names.filter((name) => !run.has(name));
  if (unknown.length > 0 && pending.length > 0) throw new UnknownMigrations(version, unknown);
  return { pending, unknown };
}

/**
 * For programs beside the exchange, which migrate nothing.
 * @throws NoBase, VersionTooOld, UnknownMigrations, NotMigrated
 */
export async function requireSchema(url: string): Promise<void> {
  const database = openDatabase(url, { maxConnections: 1 });
  try {
    const { pending } = await checkSchema(database.db, thisBuild);
    if (pending.length > 0) throw new NotMigrated(thisBuild.version, pending);
  } finally {
    await database.close();
  }
}
