import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { inject } from 'vitest';
import { journalSchema } from '../src/schema.ts';

export interface JournalDatabase {
  readonly name: string;
  readonly url: string;
  /** A connection for tests that bypasses the journal. */
  readonly client: pg.Client;
  close(): Promise<void>;
}

/** A separate database with only the journal's tables, for tests. */
export async function createJournalDatabase(): Promise<JournalDatabase> {
  const adminUrl = inject('postgresUrl');
  const name = `journal_${randomBytes(8).toString('hex')}`;
  const admin = await connected(adminUrl);
  await admin.query(`CREATE DATABASE ${name} STRATEGY file_copy`);
  const url = new URL(adminUrl);
  url.pathname = `/${name}`;
  const client = await connected(url.href);
  await client.query(journalSchema);
  const close = async (): Promise<void> => {
    await client.end();
    await admin.query(`DROP DATABASE ${name} WITH (FORCE)`);
    await admin.end();
  };
  return { name, url: url.href, client, close };
}

async function connected(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  return client;
}
