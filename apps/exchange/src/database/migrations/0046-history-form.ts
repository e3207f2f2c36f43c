import { sql, type Kysely } from 'kysely';
import manifest from '../../../package.json' with { type: 'json' };
import { isOlder } from '../is-older.ts';

/** The first version that compares books without orders' freezes. */
const firstOfForm = '3.3.0';

/**
 * Adds the form of history. Empty tables are compact from the start, and older versions can't use them: they would miss orders' freezes. Others keep their form until a later
 * release makes them compact, once no version that needs the rows can run. New tables only: it locks nothing.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const since = isOlder(manifest.version, firstOfForm) ? manifest.version : firstOfForm;
  await sql
    .raw(`
    -- One row. Compact: what orders freeze and release has no rows in postings.
    create table history_form (
      id boolean primary key default true check (id),
      is_compact boolean not null
    );
    insert into history_form (is_compact) select not exists (select from orders) and not exists (select from postings);
    insert into minimum_version (version) select '${since}' from history_form
      where is_compact and not exists (select from minimum_version)`)
    .execute(db);
}
