import { fork } from 'node:child_process';
import { once } from 'node:events';
import { ownProgram } from '../../platform/own-files.ts';

export interface DuckDbWork {
  readonly statements: readonly string[];
  /** For what doesn't fit into memory. */
  readonly folder: string;
  readonly memoryMb: number;
}

type Row = Readonly<Record<string, string | number | boolean | null>>;

export interface DuckDbAnswer {
  /** Rows of each statement. */
  readonly results: readonly (readonly Row[])[];
  readonly failure?: string;
}

/** A month of a small exchange needs less; a larger one spills to the folder. */
const defaultMemoryMb = 512;

/** Runs statements in DuckDB, in a process of low priority with bounded memory. Returns the rows of each. */
export async function runDuckDb(
  folder: string,
  statements: readonly string[],
  signal?: AbortSignal,
): Promise<DuckDbAnswer['results']> {
  const child = fork(ownProgram('src/ledger/archive/duckdb-process.ts'), [], {
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  const end = (): unknown => child.kill('SIGKILL');
  signal?.addEventListener('abort', end, { once: true });
  if (signal?.aborted) end();
  try {
    let answer: DuckDbAnswer = { results: [], failure: 'DuckDB ended early, most likely out of memory' };
    child.on('message', (message: DuckDbAnswer) => (answer = message));
    const work: DuckDbWork = { statements, folder, memoryMb: defaultMemoryMb };
    const ended = once(child, 'close');
    child.send(work, () => undefined);
    await ended;
    signal?.throwIfAborted();
    if (answer.failure !== undefined) throw new Error(answer.failure);
    return answer.results;
  } finally {
    signal?.removeEventListener('abort', end);
  }
}

/** A text as a literal of SQL. */
export const literal = (text: string): string => `'${text.replaceAll("'", "''")}'`;
