import { once } from 'node:events';
import { startEmbeddedPostgres } from '../src/platform/postgres/embedded-postgres.ts';

/**
 * Runs a database in its own process on the data of `DATA_DIR`, for measurements of several servers. Prints its URL; stops on a signal.
 */
const dataDir = process.env['DATA_DIR'];
if (dataDir === undefined) throw new Error('set DATA_DIR to the folder of the data');
const postgres = await startEmbeddedPostgres({ dataDir, log: () => undefined });
process.stdout.write(`${postgres.url}\n`);
await once(process, 'SIGTERM');
await postgres.stop();
