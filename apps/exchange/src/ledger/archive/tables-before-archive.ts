import type { Pool } from 'pg';

/** The tables lack what the archive has already taken from them. */
class TablesBeforeArchive extends Error {
  override readonly name = 'TablesBeforeArchive';

  constructor(position: number, archived: number) {
    super(
      `The tables are at entry ${position}, but the archive has rows up to entry ${archived}: the projector would write them again, and they would count twice. Restore a backup, or see "Build the tables anew" in docs/operations/README.md`,
    );
  }
}

/** @throws TablesBeforeArchive if the tables were emptied while the archive's record stayed */
export async function checkArchive(pool: Pool, position: number): Promise<void> {
  const { rows } = await pool.query<{ archived: number }>(
    'select coalesce(max(position), 0)::bigint as archived from archive_files',
  );
  const archived = rows[0]?.archived ?? 0;
  if (position < archived) throw new TablesBeforeArchive(position, archived);
}
