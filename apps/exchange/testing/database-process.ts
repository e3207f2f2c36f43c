import { once } from 'node:events';
import { startEmbeddedPostgres } from '../src/platform/postgres/embedded-postgres.ts';

/**
 * A database in a process of its own, for measurements of several servers: on the data of `DATA_DIR`, until it is told to stop. Prints where it is reached.
 */
const dataDir = process.env['DATA_DIR'];
if (dataDir === undefined) throw new Error('DATA_DIR says where the data lie');
const postgres = await startEmbeddedPostgres({ dataDir, log: () => undefined });
process.stdout.write(`${postgres.url}\n`);
await once(process, 'SIGTERM');
await postgres.stop();
