import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { openDatabase, type Database } from '../../src/database/connection.ts';
import { startEmbeddedPostgres } from '../../src/platform/postgres/embedded-postgres.ts';
import { countOddFills, countPostings, wrongsOfBooks } from './books.ts';
import { fuzz, fuzzEnvironment, type FuzzResult } from './fuzz.ts';
import { oddMarkets } from './odd-markets.ts';
import { startServer } from './start-server.ts';

/**
 * `npm run fuzz`: runs the real server in its own process on a new database, and sends requests from the contract's schemas. `-- --count 500 --seed 7 --from 1000`
 * repeats the same ones. `-- --canary` plants a bug in the server and one in
 * the tables, which must be found. Exits with code 1 if an answer was wrong or missing, or if the books don't balance.
 */
const { values } = parseArgs({
  options: {
    count: { type: 'string', default: '100000' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    from: { type: 'string', default: '0' },
    canary: { type: 'boolean', default: false },
  },
});
const [count, seed, from] = [values.count, values.seed, values.from].map(Number) as [number, number, number];
const say = (line: string): boolean => process.stdout.write(`${line}\n`);

function report(result: FuzzResult, wrongs: readonly string[], postings: number): void {
  say(`${result.sent} requests, seed ${seed}, ${result.succeeded.size} calls succeeded, ${postings} postings`);
  const counts = [...result.answers].toSorted(([, one], [, other]) => other - one);
  say(counts.map(([name, times]) => `  ${name.padEnd(10)} ${times}`).join('\n'));
  for (const wrong of wrongs) say(`\n${wrong}`);
  say(
    wrongs.length === 0 ? 'Nothing was wrong.' : `\n${wrongs.length} wrong; again with: npm run fuzz -- --seed ${seed}`,
  );
}

/** @returns the findings and the server's exit code; by then the tables hold everything */
async function fuzzServer({ db }: Database, databaseUrl: string): Promise<{ result: FuzzResult; code: number | null }> {
  const environment = { DATABASE_URL: databaseUrl, DATA_DIR: dataDir, PORT: '0', MODE: 'demo', ...fuzzEnvironment };
  const server = await startServer(environment, values.canary ? [join(import.meta.dirname, 'planted-answer.ts')] : []);
  const onProgress = (done: number): void => {
    if (done % 10_000 === 0) say(`  ${done}`);
  };
  try {
    const result = await fuzz({ ...server, db, seed, from, count, customers: 8, connections: 32, onProgress });
    const code = await server.stop();
    if (values.canary)
      await db.updateTable('postings').set({ available_delta: 1 }).where('reason', '=', 'deposit').execute();
    return { result, code };
  } finally {
    await server.stop();
  }
}

say(`Fuzzing with seed ${seed} …`);
const dataDir = await mkdtemp(join(tmpdir(), 'fft-fuzz-'));
const postgres = await startEmbeddedPostgres({ dataDir, log: () => undefined, fast: true });
const database = openDatabase(postgres.url);
try {
  const { result, code } = await fuzzServer(database, postgres.url);
  const ends = code === 0 ? [] : [`the server exited with code ${String(code)}`];
  const wrongs = [...result.wrongs, ...ends, ...(await wrongsOfBooks(database.db))];
  report(result, wrongs, await countPostings(database.db));
  const fills = await countOddFills(database.db);
  for (const [index, { symbol, tick }] of oddMarkets.entries())
    say(`  ${fills[index]} fills in ${symbol} of tick ${tick}`);
  process.exitCode = wrongs.length === 0 ? 0 : 1;
} finally {
  await database.close();
  await postgres.stop();
  await rm(dataDir, { recursive: true, force: true });
}
