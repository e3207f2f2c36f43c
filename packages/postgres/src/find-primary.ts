import { PrimaryClient } from './primary-client.ts';
import { serversOf } from './servers.ts';

/** Names a database: copies of its server and promoted standbys have the same identity, other databases have others. */
export type DatabaseIdentity = string;

const identityQuery = `SELECT system_identifier || '-' || current_database() AS identity FROM pg_control_system()`;

/**
 * Tries each server of a connection string once, and lets the next clients of this process begin with the primary.
 * @throws StandbyServer, StaleServer, or why the last connection failed
 */
export async function findPrimary(url: string): Promise<DatabaseIdentity> {
  let failure: unknown;
  for (let attempt = 0; attempt < serversOf(url).urls.length; attempt += 1) {
    const client = new PrimaryClient({ connectionString: url, connectionTimeoutMillis: 5_000, query_timeout: 5_000 });
    client.on('error', () => undefined);
    try {
      await client.connect();
      const { rows } = await client.query<{ identity: string }>(identityQuery);
      return rows[0]?.identity ?? '';
    } catch (error) {
      failure = error;
    } finally {
      client.end().catch(() => undefined);
    }
  }
  throw failure;
}
