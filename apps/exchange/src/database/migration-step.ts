import type { Kysely } from 'kysely';

/**
 * One migration. Processes of the version before run on while it runs and after it, so it may only add: `docs/operations/upgrades.md` has the rules,
 * and `testing/migration-rules` enforces them.
 */
export interface Step {
  /** Runs in a transaction of its own, which gives up and is repeated where it waits for a lock. */
  readonly up: (db: Kysely<unknown>) => Promise<void>;
  /** Built before `up`, outside of a transaction, while the tables are written. */
  readonly indexes?: readonly ConcurrentIndex[];
  /** Present where the migration takes away what earlier versions use. */
  readonly contract?: Contract;
  /** Tables with few rows in every exchange: locking or rewriting them takes a moment. */
  readonly smallTables?: readonly string[];
}

export interface ConcurrentIndex {
  readonly name: string;
  /** What follows `on`: table, columns and condition. */
  readonly on: string;
  readonly isUnique?: boolean;
}

export interface Contract {
  /** The first released version that no longer uses what is taken away. Older ones can't run afterwards. */
  readonly unusedSince: string;
}
