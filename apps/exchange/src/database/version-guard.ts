import type { Kysely } from 'kysely';
import { createJob, type Job } from '../platform/jobs.ts';
import type { Build } from './build.ts';
import { isOlder } from './is-older.ts';
import { readMinimumVersion, VersionTooOld } from './check-schema.ts';
import type { Tables } from './tables.ts';

export interface VersionGuardOptions {
  readonly db: Kysely<Tables>;
  readonly build: Build;
  /** Called once the database needs a newer version than this process is. */
  readonly onTooOld: (error: VersionTooOld) => void;
}

/**
 * Ends a running process that a migration left behind. Such a migration waits for older processes to stop, but can't see one that lost its
 * connection at that moment.
 */
export function createVersionGuard({ db, build: { version }, onTooOld }: VersionGuardOptions): Job {
  return createJob({
    name: 'database.version',
    everyMs: 2_000,
    run: async () => {
      // Without a database, readiness and its own log lines say so.
      const minimum = await readMinimumVersion(db).catch(() => null);
      if (minimum !== null && isOlder(version, minimum)) onTooOld(new VersionTooOld(version, minimum));
    },
  });
}
