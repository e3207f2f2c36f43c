import { setTimeout as pause } from 'node:timers/promises';
import { type Kysely, type Migration, Migrator, sql } from 'kysely';
import { type Build, thisBuild } from './build.ts';
import { checkSchema, raiseMinimum, type SchemaState } from './check-schema.ts';
import { buildIndex } from './concurrent-index.ts';
import type { Contract, Step } from './migration-step.ts';
import { findOlderProcesses } from './older-processes.ts';
import type { Tables } from './tables.ts';

export interface MigrateOptions {
  /** Called for each migration with its status. */
  readonly onRun?: (migration: string, status: string) => void;
  /** Called with what the migrations wait for, each time that it changes. */
  readonly onWait?: (reason: string) => void;
  /** By default this one. */
  readonly build?: Build;
}

type Connection = Kysely<Tables>;
type Wait = (reason: string) => Promise<void>;

const lookAgainMs = 200;
/**
 * While a migration waits for a table's lock, all later statements on the table wait behind it. It gives up well before PostgreSQL looks for deadlocks
 * (after a second): else it might end an order's transaction instead.
 */
const maxLockWaitMs = 200;
/** Of PostgreSQL: `lock_timeout` ended the wait. */
const lockNotAvailable = '55P03';
/** Of the session, and apart from Kysely's own: a backend that outlives its process keeps it until its index is built. */
const lockKey = 5_160_011;

/**
 * Runs all outstanding migrations, each in its own transaction. Several processes may call it concurrently: one runs them, and the others find
 * nothing left to do. The tables stay in use meanwhile. A newer schema that this build can use is left as it is; `unknown` has what it added.
 * @throws NoBase, VersionTooOld, UnknownMigrations
 */
export async function migrate(
  db: Kysely<Tables>,
  { onRun, onWait, build = thisBuild }: MigrateOptions = {},
): Promise<SchemaState> {
  const state = await checkSchema(db, build);
  if (state.pending.length === 0) return state;
  let said = '';
  const wait: Wait = async (reason) => {
    if (reason !== said) onWait?.(reason);
    said = reason;
    await pause(lookAgainMs);
  };
  return db.connection().execute(async (connection) => {
    while (!(await tryLock(connection))) await wait('another process migrates the database');
    try {
      const { pending, unknown } = await checkSchema(connection, build);
      for (const name of pending) {
        await runStep(connection, build, name, wait);
        onRun?.(name, 'Success');
      }
      return { pending: [], unknown };
    } finally {
      // A lost connection holds no lock, and its error is already on its way to the caller.
      await sql`select pg_advisory_unlock(${lockKey})`.execute(connection).catch(() => undefined);
    }
  });
}

/** Asks again and again instead of waiting in PostgreSQL: a waiting statement would hold up the building of indexes, and deadlock with it. */
async function tryLock(connection: Connection): Promise<boolean> {
  const { rows } = await sql<{ held: boolean }>`select pg_try_advisory_lock(${lockKey}) as held`.execute(connection);
  return rows[0]?.held === true;
}

async function runStep(connection: Connection, build: Build, name: string, wait: Wait): Promise<void> {
  const { contract, indexes = [] } = build.migrations[name] as Step;
  if (contract !== undefined) await waitForOlderProcesses(connection, name, contract, wait);
  for (const index of indexes) {
    await buildIndex(connection, index).catch((cause: unknown) => {
      throw new Error(`the index ${index.name} of the migration ${name} could not be built`, { cause });
    });
  }
  const migrations = Object.fromEntries(Object.entries(build.migrations).map(([key, step]) => [key, inKysely(step)]));
  const migrator = new Migrator({ db: connection, provider: { getMigrations: async () => migrations } });
  for (;;) {
    await sql`select set_config('lock_timeout', ${String(maxLockWaitMs)}, false)`.execute(connection);
    const { error } = await migrator.migrateTo(name);
    await sql`reset lock_timeout`.execute(connection);
    if (error === undefined) return;
    if (!(error instanceof Error && 'code' in error && error.code === lockNotAvailable))
      throw new Error(`the database migration ${name} failed and was rolled back`, { cause: error });
    await wait(`another transaction uses a table that the migration ${name} changes`);
  }
}

/** An older process would fail once the migration has taken away what it uses. */
async function waitForOlderProcesses(
  db: Connection,
  name: string,
  { unusedSince }: Contract,
  wait: Wait,
): Promise<void> {
  for (;;) {
    const older = await findOlderProcesses(db, unusedSince);
    if (older.length === 0) return;
    await wait(
      `the migration ${name} takes away what versions before ${unusedSince} use; stop these, or upgrade them to ${unusedSince} first: ${older.join(', ')}`,
    );
  }
}

/** The minimum version rises in the transaction that takes something away. */
function inKysely({ up, contract }: Step): Migration {
  return {
    up: async (db) => {
      await up(db);
      if (contract !== undefined) await raiseMinimum(db as Kysely<Tables>, contract.unusedSince);
    },
  };
}
