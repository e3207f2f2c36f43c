import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Settings } from '../config/settings.ts';
import { DataFolderInUse } from '../platform/postgres/data-folder-lock.ts';
import { embeddedPostgresUrl, startEmbeddedPostgres } from '../platform/postgres/embedded-postgres.ts';

/** A missing database is never created: it would not be the exchange's. */
class NoDatabaseThere extends Error {
  override readonly name = 'NoDatabaseThere';
  constructor(dataDir: string) {
    super(`there is no database in ${dataDir}: set DATA_DIR or DATABASE_URL to the exchange's values`);
  }
}

/**
 * Returns the address of the exchange's database for programs beside it, whether the exchange is running or not.
 * @throws NoDatabaseThere
 */
export async function reachDatabase(
  { databaseUrl, dataDir }: Pick<Settings, 'databaseUrl' | 'dataDir'>,
  closing: AsyncDisposableStack,
): Promise<string> {
  if (databaseUrl !== null) return databaseUrl;
  if (!existsSync(join(dataDir, 'postgres'))) throw new NoDatabaseThere(dataDir);
  try {
    const postgres = await startEmbeddedPostgres({ dataDir, log: () => undefined });
    closing.defer(() => postgres.stop());
    return postgres.url;
  } catch (error) {
    if (error instanceof DataFolderInUse) return embeddedPostgresUrl(dataDir);
    throw error;
  }
}
