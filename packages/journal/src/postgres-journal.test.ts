import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { verifyChain } from './chain.ts';
import { FaultyConnection } from '../testing/faulty-connection.ts';
import { createJournalDatabase, type JournalDatabase } from '../testing/journal-database.ts';
import { JournalOutcomeUnknown, JournalUnavailable } from './journal-errors.ts';
import { describeJournal } from '../testing/journal-suite.ts';
import { PostgresJournal } from './postgres-journal.ts';

let database: JournalDatabase;
beforeAll(async () => {
  database = await createJournalDatabase();
  await database.client.query(refuseOnDemand);
});
beforeEach(() => database.client.query(empty));
afterAll(() => database.close());

const empty = `TRUNCATE journal_entry, journal_batch;
  UPDATE journal_head SET sequence = 0, hash = decode(repeat('00', 32), 'hex');
  UPDATE journal_begin SET sequence = 0, hash = decode(repeat('00', 32), 'hex')`;

/** A sequence is not rolled back, so the refusal can withdraw its own demand. */
const refuseOnDemand = `
  CREATE SEQUENCE test_refusals MINVALUE 0;
  CREATE FUNCTION test_refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
    IF (SELECT last_value FROM test_refusals) = 0 THEN RETURN NEW; END IF;
    PERFORM setval('test_refusals', 0);
    RAISE EXCEPTION 'refused' USING ERRCODE = 'check_violation';
  END $$;
  CREATE TRIGGER test_refuse BEFORE INSERT ON journal_entry FOR EACH ROW EXECUTE FUNCTION test_refuse()`;

describeJournal('PostgresJournal', async () => {
  const connection = await FaultyConnection.open(database.url);
  const journal = new PostgresJournal({ url: connection.url });
  return {
    journal,
    open: () => new PostgresJournal({ url: database.url }),
    injectFault: async (fault) => {
      if (fault === 'refused') await database.client.query(`SELECT setval('test_refusals', 1)`);
      else connection.injectFault(fault);
    },
    landDelayed: () => connection.landDelayed(),
    close: async () => {
      await journal.close();
      await connection.close();
    },
  };
});

describe('PostgreSQL failures', () => {
  let journal: PostgresJournal;
  beforeEach(() => {
    journal = new PostgresJournal({ url: database.url, timeoutMs: 5_000 });
  });
  afterEach(() => journal.close());

  function append(bytes = Buffer.from('x')) {
    return journal.append({ batchId: randomUUID(), bytes });
  }

  test('an unreachable database has certainly written nothing', async () => {
    const nowhere = new URL(database.url);
    nowhere.searchParams.set('host', '/nowhere');
    const unreachable = new PostgresJournal({ url: nowhere.href });
    await expect(unreachable.append({ batchId: randomUUID(), bytes: Buffer.of(1) })).rejects.toThrow(
      JournalUnavailable,
    );
    await unreachable.close();
  });

  test('an idle connection that is terminated is replaced', async () => {
    await append();
    await database.client.query(endOtherConnections);
    const second = await append().catch(async (error: unknown) => {
      // The journal may notice only with the append itself.
      expect(error).toBeInstanceOf(JournalOutcomeUnknown);
      return append();
    });
    expect((await journal.head()).sequence).toBe(second.sequence);
  });

  test('a backend terminated during an append leaves the outcome unknown, and find settles it', async () => {
    await append();
    await database.client.query('BEGIN; SELECT FROM journal_head FOR UPDATE');
    const batchId = randomUUID();
    const outcome = journal.append({ batchId, bytes: Buffer.from('blocked') }).catch((error: unknown) => error);
    await untilBlocked();
    await database.client.query(`${endOtherConnections} AND wait_event_type = 'Lock'; ROLLBACK`);
    expect(await outcome).toBeInstanceOf(JournalOutcomeUnknown);
    expect(await journal.find(batchId)).toBeNull();
    expect((await append()).sequence).toBe(2);
  });

  test('an append that times out is abandoned, and its backend cannot write once find has settled it', async () => {
    const hasty = new PostgresJournal({ url: database.url, timeoutMs: 1_000 });
    await database.client.query('BEGIN; SELECT FROM journal_head FOR UPDATE');
    const batchId = randomUUID();
    const outcome = hasty.append({ batchId, bytes: Buffer.from('slow') });
    await expect(outcome).rejects.toThrow(JournalOutcomeUnknown);
    await untilBlocked();
    expect(await hasty.find(batchId)).toBeNull();
    await database.client.query('ROLLBACK');
    // The head row's lock is queued in order, so by the time this is written, the late append has failed.
    expect((await append()).sequence).toBe(1);
    expect(await hasty.find(batchId)).toBeNull();
    await hasty.close();
  });

  test('commits are flushed to disk even if the database is configured otherwise', async () => {
    await database.client.query(`
      ALTER DATABASE ${database.name} SET synchronous_commit = off;
      CREATE TABLE test_seen AS SELECT '' AS setting WHERE false;
      CREATE FUNCTION test_see() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
        INSERT INTO test_seen VALUES (current_setting('synchronous_commit'));
        RETURN NEW;
      END $$;
      CREATE TRIGGER test_see BEFORE INSERT ON journal_entry FOR EACH ROW EXECUTE FUNCTION test_see()`);
    await append();
    const { rows } = await database.client.query('SELECT setting FROM test_seen');
    await database.client.query('DROP FUNCTION test_see CASCADE; DROP TABLE test_seen');
    expect(rows).toEqual([{ setting: 'on' }]);
  });

  test('altered entries are detected', async () => {
    for (let index = 0; index < 5; index += 1) await append(Buffer.of(index));
    expect((await verifyChain(journal)).sequence).toBe(5);
    await database.client.query(`UPDATE journal_entry SET bytes = '\\x63' WHERE sequence = 3`);
    await expect(verifyChain(journal)).rejects.toMatchObject({ name: 'JournalBroken', sequence: 3 });
  });

  test('its beginning can be pruned: numbers, hashes and later entries stay the same', async () => {
    for (let index = 0; index < 6; index += 1) await append(Buffer.of(index));
    const [first, , third] = await journal.read(0, 3);
    await journal.prune(3);
    const begin = await journal.begin();
    expect(begin).toEqual({ sequence: 3, hash: third?.hash });
    expect((await journal.read(0, 10)).map(({ sequence }) => sequence)).toEqual([4, 5, 6]);
    expect((await append()).sequence).toBe(7);
    expect((await verifyChain(journal, { from: begin })).sequence).toBe(7);
    await expect(verifyChain(journal)).rejects.toMatchObject({ name: 'JournalBroken', sequence: 1 });
    const { rows } = await database.client.query('SELECT count(*)::int AS batches FROM journal_batch');
    expect(rows).toEqual([{ batches: 4 }]);
    expect(await journal.find(first?.batchId ?? '')).toBeNull();
  });

  test('pruning pruned or missing entries does nothing', async () => {
    for (let index = 0; index < 4; index += 1) await append(Buffer.of(index));
    await journal.prune(2);
    await journal.prune(1);
    await journal.prune(100);
    expect((await journal.begin()).sequence).toBe(2);
    expect((await verifyChain(journal, { from: await journal.begin() })).sequence).toBe(4);
  });

  const endOtherConnections = `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
    WHERE datname = current_database() AND pid <> pg_backend_pid() AND backend_type = 'client backend'`;

  async function untilBlocked(): Promise<void> {
    const blocked = `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`;
    for (;;) {
      await database.client.query('SELECT pg_stat_clear_snapshot()');
      if ((await database.client.query(blocked)).rowCount === 1) return;
    }
  }
});
