import { join } from 'node:path';
import type { Pool, PoolClient } from 'pg';
import { type ArchiveStore, ArchiveUnreadable } from '../../platform/object-storage/archive-store.ts';
import type { PartitionedTable } from '../partitions/partitioned-tables.ts';
import { sha256Of } from './parquet.ts';

export interface ArchiveFile {
  readonly name: string;
  readonly table: PartitionedTable['table'];
  readonly sha256: Buffer;
  readonly bytes: number;
  readonly rows: number;
  /** The least and the greatest partition key of its rows. */
  readonly first: number;
  readonly last: number;
}

/** A file of the archive isn't the one that was written. */
export class ArchiveAltered extends Error {
  override readonly name = 'ArchiveAltered';
}

/** Lists the files whose rows aren't in the tables, oldest first. */
export async function listArchiveFiles(reading: Pool | PoolClient): Promise<readonly ArchiveFile[]> {
  const { rows } = await reading.query<ArchiveFile>(
    `select name, table_name as table, sha256, bytes, rows,
      (select min((part ->> 'first')::bigint) from jsonb_array_elements(sums) as part) as first,
      (select max((part ->> 'last')::bigint) from jsonb_array_elements(sums) as part) as last
    from archive_files order by table_name, until`,
  );
  return rows;
}

/**
 * Copies a file out of the archive, and checks it.
 * @throws ArchiveUnreadable, ArchiveAltered
 */
export async function fetchArchived(
  { name, sha256 }: ArchiveFile,
  { store, folder }: { readonly store: ArchiveStore; readonly folder: string },
): Promise<string> {
  const path = join(folder, name);
  await store.get(name, path).catch((error: unknown) => {
    if (error instanceof ArchiveUnreadable) throw error;
    throw new ArchiveUnreadable(`the archive can't return ${name}`, { cause: error });
  });
  if (!sha256.equals(await sha256Of(path))) throw new ArchiveAltered(`the archive's file ${name} was changed`);
  return path;
}
