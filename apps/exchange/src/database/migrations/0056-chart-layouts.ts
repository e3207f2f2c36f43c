import { sql, type Kysely } from 'kysely';

/** Adds the chart's settings to layouts of the workspace. An empty column: it locks the table for a moment. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw('alter table workspace_layouts add column chart text').execute(db);
}
