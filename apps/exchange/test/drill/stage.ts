import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openDatabase, type Database } from '../../src/database/connection.ts';
import { startEmbeddedPostgres, type EmbeddedPostgres } from '../../src/database/embedded-postgres.ts';
import { registerFunded, startGatewayProcess, type GatewayProcess } from '../gateway-process.ts';

/** A PostgreSQL that starts anew by itself, and two servers on it, to do damage to. */
export interface Stage {
  readonly postgres: EmbeddedPostgres;
  readonly database: Database;
  readonly dataDir: string;
  readonly tokens: readonly string[];
  gateways(): readonly GatewayProcess[];
  /** Kills one and starts another in its place. */
  replace(gateway: GatewayProcess): Promise<void>;
  close(): Promise<void>;
}

const gatewayCount = 2;
const customers = 6;

/** @param dataDir a folder of one's own, in place of a fresh one that is deleted afterwards */
export async function setStage(dataDir?: string): Promise<Stage> {
  const folder = dataDir ?? (await mkdtemp(join(tmpdir(), 'fft-drill-')));
  const postgres = await startEmbeddedPostgres({ dataDir: folder, log: () => undefined });
  const database = openDatabase(postgres.url);
  const settings = { DATABASE_URL: postgres.url, DATA_DIR: folder, SNAPSHOT_COMMANDS: '2000' };
  const start = (): Promise<GatewayProcess> =>
    startGatewayProcess(settings, [join(import.meta.dirname, 'moved-clock.ts')]);
  const gateways: GatewayProcess[] = [];
  for (let index = 0; index < gatewayCount; index += 1) gateways.push(await start());
  const [first] = gateways;
  if (!first) throw new Error('a drill needs a server');
  const tokens: string[] = [];
  for (let index = 0; index < customers; index += 1) tokens.push(await registerFunded(first, `drill-${index}`));
  return {
    postgres,
    database,
    dataDir: folder,
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
      if (dataDir === undefined) await rm(folder, { recursive: true, force: true });
    },
  };
}
