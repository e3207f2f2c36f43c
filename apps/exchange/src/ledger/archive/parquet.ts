import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import type { ArchivedTable, PartSums } from './archived-tables.ts';
import { sumsQuery } from './archived-tables.ts';
import { literal, runDuckDb } from './duckdb.ts';

/** Text for a null in the CSV between both databases; a value like it is quoted. */
export const nullText = '\\N';

export interface Converting {
  readonly table: ArchivedTable;
  readonly csv: string;
  readonly parquet: string;
  /** For what doesn't fit into memory. */
  readonly folder: string;
  readonly signal: AbortSignal;
}

/** Writes rows that PostgreSQL copied out to a Parquet file: the same rows make the same file. */
export async function writeParquet({ table, csv, parquet, folder, signal }: Converting): Promise<void> {
  const columns = Object.entries(table.columns).map(([name, type]) => `'${name}': '${duckDbType(type)}'`);
  const reading = `read_csv(${literal(csv)}, header = false, auto_detect = false, delim = ',', quote = '"', escape = '"', parallel = false,
    nullstr = '${nullText}', allow_quoted_nulls = false, max_line_size = 1000000, columns = {${columns.join(', ')}})`;
  const options = 'format parquet, compression zstd, row_group_size 100000';
  const copying = `copy (select * from ${reading} order by ${table.sorted}) to ${literal(parquet)} (${options})`;
  await runDuckDb(folder, [copying], signal);
}

const duckDbType = (type: string): string => (type === 'text' ? 'varchar' : type);

/** Reads counts, sums and digest back from a file. */
export async function sumsOfParquet(
  table: ArchivedTable,
  { parquet, folder, signal }: Pick<Converting, 'parquet' | 'folder' | 'signal'>,
): Promise<readonly PartSums[]> {
  const query = sumsQuery(table, 'duckdb', `read_parquet(${literal(parquet)})`);
  const [rows = []] = await runDuckDb(folder, [query], signal);
  return rows as unknown as readonly PartSums[];
}

export async function sha256Of(path: string): Promise<Buffer> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(path), hash);
  return hash.digest();
}
