import type { Migration } from 'kysely';
import { up as schema } from './0001-schema.ts';

/**
 * Every migration by name, in the order of the names. Released migrations never change (`released.sha256`): to change a table, add the
 * next file, `0002-what-it-does.ts`, and list it here.
 */
export const migrations: Record<string, Migration> = {
  '0001-schema': { up: schema },
};
