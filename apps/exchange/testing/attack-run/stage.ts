import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { openDatabase, type Database } from '../../src/database/connection.ts';
import { startEmbeddedPostgres } from '../../src/platform/postgres/embedded-postgres.ts';
import { startGatewayProcess, type GatewayProcess } from '../gateway-process.ts';

/** The attacked exchange: the real server in its own process, with the production limits of customers. */
export interface Stage {
  readonly gateway: GatewayProcess;
  readonly url: string;
  readonly consoleUrl: string;
  readonly database: Database;
  readonly databaseUrl: string;
  /** Stops the server, and returns faults of its exit or its books. */
  stop(): Promise<readonly string[]>;
}

const verifier = join(import.meta.dirname, '../../cli/verify-books.ts');
/** Differences from the demo's settings: no other load on the machine, and a console for operators. */
const settings = {
  CONSOLE_PORT: '0',
  MAKER: 'off',
  DEMO_CHAIN: 'off',
  BOOKS_CHECK_SECONDS: '5',
  // Each address of an attacker counts as another stranger.
  CODES_PER_HOUR: '200',
};
const standard = [
  'ORDERS_PER_10S',
  'REJECTIONS_PER_10S',
  'REQUESTS_PER_10S',
  'SOCKETS_PER_ADDRESS',
  'SOCKETS_PER_CUSTOMER',
  'CONNECTIONS_PER_ADDRESS',
  'WEIGHT_PER_10S',
] as const;

/** @param given an empty database; by default the run starts its own PostgreSQL, which writes to disk durably */
export async function setStage(given?: string): Promise<Stage> {
  await using opening = new AsyncDisposableStack();
  const dataDir = await mkdtemp(join(tmpdir(), 'fft-attack-'));
  opening.defer(() => rm(dataDir, { recursive: true, force: true }));
  let databaseUrl = given;
  if (databaseUrl === undefined) {
    const postgres = await startEmbeddedPostgres({ dataDir, log: () => undefined });
    opening.defer(() => postgres.stop());
    databaseUrl = postgres.url;
  }
  const place = { DATABASE_URL: databaseUrl, DATA_DIR: dataDir };
  // Empty means the default.
  const limits = Object.fromEntries(standard.map((name) => [name, '']));
  const gateway = await startGatewayProcess({ ...settings, ...limits, ...place });
  opening.defer(() => gateway.kill());
  const database = openDatabase(databaseUrl, { maxConnections: 2 });
  opening.defer(() => database.close());
  const opened = opening.move();
  return {
    gateway,
    url: gateway.url.replace('localhost', '127.0.0.1'),
    consoleUrl: gateway.consoleUrl.replace('localhost', '127.0.0.1'),
    database,
    databaseUrl,
    stop: async () => {
      gateway.signal('SIGTERM');
      await gateway.ended;
      const wrongs = await verifyBooks(place);
      await opened.disposeAsync();
      return wrongs;
    },
  };
}

/** Replays the whole journal and compares every table with it, like `npm run verify-books`. */
async function verifyBooks(place: Readonly<Record<string, string>>): Promise<readonly string[]> {
  const env = { PATH: process.env['PATH'], ...place };
  return promisify(execFile)(process.execPath, [verifier], { env }).then(
    () => [],
    (error: unknown) => [`verify-books: ${String((error as { stdout?: string }).stdout ?? error)}`],
  );
}
