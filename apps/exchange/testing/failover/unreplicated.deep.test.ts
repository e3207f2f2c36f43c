import { randomUUID } from 'node:crypto';
import { journalSchema, JournalOutcomeUnknown, PostgresJournal } from '@fft/journal';
import { UnconfirmedCommit } from '@fft/postgres';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openDatabase } from '../../src/database/connection.ts';
import { type DatabasePair, startDatabasePair } from './database-pair.ts';

let pair: DatabasePair;
let client: pg.Client;
let journal: PostgresJournal;

beforeAll(async () => {
  pair = await startDatabasePair();
  client = new pg.Client({ connectionString: pair.primary.url });
  await client.connect();
  await client.query(journalSchema);
  journal = new PostgresJournal({ url: pair.primary.url, timeoutMs: 60_000 });
});
afterAll(async () => {
  await journal.close();
  await client.end();
  await pair.stop();
});

const waiting = `SELECT pid FROM pg_stat_activity WHERE wait_event = 'SyncRep' AND pid <> pg_backend_pid()`;
const count = async (query: string): Promise<number> => (await client.query(query)).rowCount ?? 0;

const cutOff = async (): Promise<void> => {
  await pair.standby.execute(`ALTER SYSTEM SET primary_conninfo = ''`, 'SELECT pg_reload_conf()');
  await expect.poll(() => count('SELECT FROM pg_stat_replication')).toBe(0);
};
const joinAgain = (): Promise<void> =>
  pair.standby.execute('ALTER SYSTEM RESET primary_conninfo', 'SELECT pg_reload_conf()');

test.each<[string, (batchId: string) => Promise<unknown>]>([
  ['a look-up', (batchId) => journal.find(batchId)],
  ['the same batch sent again', (batchId) => journal.append({ batchId, bytes: Buffer.from('kept') })],
])(
  '%s finds an entry that only the primary has once the standby has it too',
  async (_what, ask) => {
    await cutOff();
    const batchId = randomUUID();
    const appended = journal.append({ batchId, bytes: Buffer.from('kept') });
    const outcome = appended.catch((error: unknown) => error);
    await expect.poll(() => count(waiting)).toBe(1);
    await client.query(`SELECT pg_terminate_backend(pid) FROM (${waiting}) AS waiting`);
    expect(await outcome).toBeInstanceOf(JournalOutcomeUnknown);
    // PostgreSQL shows the commit, although a promotion would lose it: soon, as the client knows before others see it.
    await expect.poll(() => count(`SELECT FROM journal_batch WHERE batch_id = '${batchId}'`)).toBe(1);

    let answer: unknown = 'none yet';
    const answered = ask(batchId).then((found) => (answer = found));
    await expect.poll(() => count(waiting)).toBe(1);
    expect(answer).toBe('none yet');
    await joinAgain();
    expect(await answered).toMatchObject({ batchId });
  },
  60_000,
);

test('a write fails if someone cancels its wait for the standby, in a transaction and alone', async () => {
  await client.query('CREATE TABLE written (name text)');
  const { pool, close } = openDatabase(pair.primary.url, { maxConnections: 1 });
  await cutOff();
  const refused = async (statement: string): Promise<void> => {
    const outcome = pool.query(statement).catch((error: unknown) => error);
    await expect.poll(() => count(waiting)).toBe(1);
    await client.query(`SELECT pg_cancel_backend(pid) FROM (${waiting}) AS waiting`);
    expect(await outcome).toBeInstanceOf(UnconfirmedCommit);
  };
  await refused(`INSERT INTO written VALUES ('alone')`);
  await pool.query('BEGIN');
  await pool.query(`INSERT INTO written VALUES ('together')`);
  await refused('COMMIT');
  // PostgreSQL kept both writes, and said so only in a warning.
  await expect.poll(() => count('SELECT FROM written')).toBe(2);
  await joinAgain();
  expect((await pool.query(`INSERT INTO written VALUES ('after')`)).rowCount).toBe(1);
  await close();
}, 60_000);
