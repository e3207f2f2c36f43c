import { sql } from 'kysely';
import type { Step } from '../migration-step.ts';

/** Counts what entries before 0070 have taken, and finds the entries of a day and the parts of an entry. Reads the check's table without holding up writers. */
export const entryIndexes: Step = {
  indexes: [
    { name: 'bank_entries_by_day', on: 'bank_entries (account, booked)' },
    { name: 'bank_entries_by_parent', on: 'bank_entries (parent) where parent is not null' },
    { name: 'bank_entries_by_twin', on: 'bank_entries (twin) where twin is not null' },
  ],
  up: async (db) => {
    await sql
      .raw(`
    update bank_entries set taken = amount where taken = 0
      and state in ('matched', 'credited', 'gaveBack', 'settled', 'returning', 'returned');
    alter table bank_entries validate constraint bank_entries_taken;`)
      .execute(db);
  },
};
