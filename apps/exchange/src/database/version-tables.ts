import type { GeneratedAlways } from 'kysely';

export interface VersionTables {
  /** One row at most: the oldest version that may use the database. */
  minimum_version: {
    id: GeneratedAlways<boolean>;
    version: string;
  };
}
