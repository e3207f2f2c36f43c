import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openDatabase, type Database } from '../../../apps/exchange/src/database/connection.ts';
import { startEmbeddedPostgres } from '../../../apps/exchange/src/platform/postgres/embedded-postgres.ts';
import { startGatewayProcess, type GatewayProcess } from '../../../apps/exchange/testing/gateway-process.ts';

/** An exchange that a bench measures: gateways in processes of their own, on a database of their own. */
export interface BenchExchange {
  readonly gateways: readonly [GatewayProcess, ...GatewayProcess[]];
  readonly database: Database;
  readonly databaseUrl: string;
}

interface BenchOptions {
  readonly settings?: Readonly<Record<string, string>>;
  readonly gateways?: number;
  /** Writes rows that the gateways find when they start. An earlier start of the first gateway has made the tables. */
  readonly prepare?: (database: Database) => Promise<void>;
}

/** Starts an exchange, and stops it when the work is done. The work has one connection to the database. */
export async function withGateways(
  { settings = {}, gateways: count = 1, prepare }: BenchOptions,
  work: (exchange: BenchExchange) => Promise<void>,
): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'fft-bench-'));
  const postgres = await startEmbeddedPostgres({ dataDir: folder, log: () => undefined });
  const database = openDatabase(postgres.url, { maxConnections: 1 });
  const running: GatewayProcess[] = [];
  const start = async (): Promise<GatewayProcess> => {
    const gateway = await startGatewayProcess({ DATABASE_URL: postgres.url, DATA_DIR: folder, ...settings });
    running.push(gateway);
    return gateway;
  };
  try {
    let first = await start();
    if (prepare) {
      first.signal('SIGTERM');
      await first.ended;
      await prepare(database);
      first = await start();
    }
    const others: GatewayProcess[] = [];
    while (others.length < count - 1) others.push(await start());
    await work({ gateways: [first, ...others], database, databaseUrl: postgres.url });
  } finally {
    await database.close();
    for (const gateway of running) await gateway.kill();
    await postgres.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

/** Does the work for each index, a few at a time. */
export async function inLanes(lanes: number, count: number, work: (index: number) => Promise<void>): Promise<void> {
  const indexes = Array.from({ length: count }, (_none, index) => index).values();
  const lane = async (): Promise<void> => {
    for (const index of indexes) await work(index);
  };
  await Promise.all(Array.from({ length: lanes }, lane));
}

export const say = (line: string): void => void process.stdout.write(`${line}\n`);
