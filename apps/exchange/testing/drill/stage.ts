import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openDatabase, type Database } from '../../src/database/connection.ts';
import { startEmbeddedPostgres, type EmbeddedPostgres } from '../../src/platform/postgres/embedded-postgres.ts';
import type { SmallDisk } from '../faults/small-disk.ts';
import { bundleServer } from './bundle-server.ts';
import { registerFunded, startGatewayProcess, type GatewayProcess } from '../gateway-process.ts';

/** Setting of a drill. */
export interface StageOptions {
  /** Holds the data, instead of a new folder that is deleted afterwards. */
  readonly disk?: SmallDisk | undefined;
}

/** A PostgreSQL that restarts by itself, with two servers on it, to be damaged. */
export interface Stage {
  readonly postgres: EmbeddedPostgres;
  /** Log of its exits and starts. */
  readonly postgresNews: readonly string[];
  readonly database: Database;
  readonly dataDir: string;
  /** Null if the data lie on no disk of their own. */
  readonly disk: SmallDisk | null;
  readonly tokens: readonly string[];
  gateways(): readonly GatewayProcess[];
  /** Kills a server and starts a replacement. */
  replace(gateway: GatewayProcess): Promise<void>;
  close(): Promise<void>;
}

const gatewayCount = 2;
const customers = 6;

export async function setStage({ disk }: StageOptions): Promise<Stage> {
  const program = await bundleServer();
  const folder = disk?.folder ?? (await mkdtemp(join(tmpdir(), 'fft-drill-')));
  const postgresNews: string[] = [];
  const log = (line: string): void => void postgresNews.push(`${new Date().toISOString()} ${line}`);
  const postgres = await startEmbeddedPostgres({ dataDir: folder, log });
  const database = openDatabase(postgres.url);
  const settings = {
    DATABASE_URL: postgres.url,
    DATA_DIR: folder,
    SNAPSHOT_COMMANDS: '2000',
    // A start reuses the compile cache of the one before.
    NODE_COMPILE_CACHE: join(tmpdir(), 'fft-drill-compiled'),
  };
  const start = (): Promise<GatewayProcess> =>
    startGatewayProcess(
      settings,
      ['moved-clock.ts', 'kill-points.ts'].map((file) => join(import.meta.dirname, file)),
      program,
    );
  const gateways: GatewayProcess[] = [];
  for (let index = 0; index < gatewayCount; index += 1) gateways.push(await start());
  const [first] = gateways;
  if (!first) throw new Error('a drill needs a server');
  const tokens: string[] = [];
  for (let index = 0; index < customers; index += 1) tokens.push(await registerFunded(first, `drill-${index}`));
  return {
    postgres,
    postgresNews,
    database,
    dataDir: folder,
    disk: disk ?? null,
    tokens,
    gateways: () => gateways,
    replace: async (gateway) => {
      await gateway.kill();
      const index = gateways.indexOf(gateway);
      gateways[index] = await start();
    },
    close: async () => {
      await Promise.all(gateways.map((gateway) => gateway.kill()));
      await database.close();
      await postgres.stop();
      if (disk === undefined) await rm(folder, { recursive: true, force: true });
    },
  };
}
