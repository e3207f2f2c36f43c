import { randomBytes } from 'node:crypto';
import { databaseUrl, runOnce } from '../../../apps/exchange/src/database/run-once.ts';
import { createMigratedDatabase } from '../../../apps/exchange/testing/migrated-database.ts';

const variable = 'E2E_POSTGRES_URL';
const template = 'e2e_template';

/** A PostgreSQL shared by the servers of one e2e run: an embedded one takes half of a server's start time. */
export const sharedPostgres = {
  /** Migrates a template database, and offers this PostgreSQL to processes that start later. */
  offer: async (url: string): Promise<void> => {
    await createMigratedDatabase(url, template);
    process.env[variable] = url;
  },
  isOffered: (): boolean => process.env[variable] !== undefined,
  withdraw: (): void => {
    delete process.env[variable];
  },
  /** Creates a migrated, empty database, which ends with its PostgreSQL. Returns its address, or null if no PostgreSQL is on offer. */
  newDatabase: async (): Promise<string | null> => {
    const url = process.env[variable];
    if (url === undefined) return null;
    const name = `e2e_${randomBytes(8).toString('hex')}`;
    await runOnce(url, `CREATE DATABASE ${name} TEMPLATE ${template}`);
    return databaseUrl(url, name);
  },
};
