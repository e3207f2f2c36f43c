import type { Migration } from 'kysely';
import { up as schema } from './0001-schema.ts';

/** Every migration by name, run in the order of the names. One that was released, and the schema with it, never changes: add the next. */
export const migrations: Record<string, Migration> = {
  '0001-schema': { up: schema },
};
