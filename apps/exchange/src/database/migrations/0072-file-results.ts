import { sql } from 'kysely';
import type { Step } from '../migration-step.ts';

/** Adds what became of each statement of a file. A column without a default rewrites no rows. */
export const fileResults: Step = {
  up: async (db) => {
    await sql.raw('alter table bank_files add column results jsonb').execute(db);
  },
};
