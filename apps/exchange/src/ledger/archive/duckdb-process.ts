import { setPriority } from 'node:os';
import { DuckDBInstance } from '@duckdb/node-api';
import type { DuckDbAnswer, DuckDbWork } from './duckdb.ts';

/** Entry point of the child process that runs DuckDB: its memory and its crash are its own, and orders come first. */
const lowPriority = 10;

async function run({ statements, folder, memoryMb }: DuckDbWork): Promise<DuckDbAnswer> {
  const instance = await DuckDBInstance.create(':memory:', {
    threads: '1',
    memory_limit: `${memoryMb}MB`,
    temp_directory: folder,
    // Nothing is loaded from elsewhere: Parquet is built in.
    autoinstall_known_extensions: 'false',
    autoload_known_extensions: 'false',
  });
  const connection = await instance.connect();
  const results: DuckDbAnswer['results'][number][] = [];
  for (const statement of statements) {
    const result = await connection.runAndReadAll(statement);
    results.push(result.getRowObjectsJson() as DuckDbAnswer['results'][number]);
  }
  return { results };
}

setPriority(lowPriority);
process.once('message', (work: DuckDbWork) => {
  void run(work)
    .catch((error: unknown): DuckDbAnswer => ({ results: [], failure: String(error) }))
    .then((answer) => process.send?.(answer, () => process.disconnect?.()));
});
// The parent died.
process.once('disconnect', () => process.exit());
