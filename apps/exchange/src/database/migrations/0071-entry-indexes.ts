import { sql } from 'kysely';
import type { Step } from '../migration-step.ts';

/** Finds the entries of a day, the parts of an entry and its doubtful reports. The check's table is read while others write it. */
export const entryIndexes: Step = {
  indexes: [
    { name: 'bank_entries_by_day', on: 'bank_entries (account, booked)' },
    { name: 'bank_entries_by_parent', on: 'bank_entries (parent) where parent is not null' },
    { name: 'bank_entries_by_twin', on: 'bank_entries (twin) where twin is not null' },
  ],
  up: async (db) => {
    await sql.raw('alter table bank_entries validate constraint bank_entries_taken').execute(db);
  },
};
