import type { Migration } from 'kysely';
import { up as schema } from './0001-schema.ts';

/**
 * Every migration by name, run in the order of the names. The schema, and each migration, stays as it was released (`released.sha256`): a change of a table is
 * the next file, `0002-what-it-does.ts`, and a line for it there.
 */
export const migrations: Record<string, Migration> = {
  '0001-schema': { up: schema },
};
