import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { createJournalDatabase, type JournalDatabase } from '../testing/journal-database.ts';
import { JournalStale, JournalUnavailable } from './journal-errors.ts';
import type { Head } from './journal.ts';
import { checkSeen } from './lineage.ts';
import { MemoryJournal } from './memory-journal.ts';
import { PostgresJournal } from './postgres-journal.ts';

let database: JournalDatabase;
let journal: PostgresJournal;
/** Three entries, and the head after each. */
let heads: Head[];
beforeAll(async () => {
  database = await createJournalDatabase();
});
beforeEach(async () => {
  journal = new PostgresJournal({ url: database.url });
  heads = [];
  for (const text of ['a', 'b', 'c'])
    heads.push(await journal.append({ batchId: randomUUID(), bytes: Buffer.from(text) }));
});
afterEach(async () => {
  await journal.close();
  await database.client.query(`TRUNCATE journal_entry, journal_batch;
    UPDATE journal_head SET sequence = 0, hash = decode(repeat('00', 32), 'hex');
    UPDATE journal_begin SET sequence = 0, hash = decode(repeat('00', 32), 'hex')`);
});
afterAll(() => database.close());

const append = (to: PostgresJournal) => to.append({ batchId: randomUUID(), bytes: Buffer.of(1) });
const headAt = (sequence: number): Head => heads[sequence - 1] ?? { sequence: 0, hash: new Uint8Array(32) };

async function withJournal(seen: Head, run: (journal: PostgresJournal) => Promise<void>): Promise<void> {
  const other = new PostgresJournal({ url: database.url, seen: () => seen });
  try {
    await run(other);
  } finally {
    await other.close();
  }
}

test('a journal that continues what was seen is used, also where that was pruned', async () => {
  await withJournal(headAt(3), async (other) => expect((await append(other)).sequence).toBe(4));
  await journal.prune(2);
  await withJournal(headAt(1), async (other) => expect((await append(other)).sequence).toBe(5));
});

test.each<[string, () => Head, string]>([
  ['ends before what was seen', () => ({ sequence: 4, hash: headAt(3).hash }), 'ends at entry 3, but entry 4 was seen'],
  ['has another entry', () => ({ sequence: 2, hash: headAt(3).hash }), 'has another entry 2'],
])('a journal that %s is neither read nor written', async (_what, seen, message) => {
  await withJournal(seen(), async (other) => {
    const attempts = {
      append: () => append(other),
      read: () => other.read(0, 10),
      head: () => other.head(),
      confirm: () => other.confirm(),
      find: () => other.find(randomUUID()),
    };
    for (const attempt of Object.values(attempts)) {
      const error: unknown = await attempt().catch((reason: unknown) => reason);
      expect(error).toBeInstanceOf(JournalStale);
      expect(error).toBeInstanceOf(JournalUnavailable);
      expect(String(error)).toContain(message);
    }
    await expect(checkSeen(journal, seen())).rejects.toThrow(message);
  });
  expect((await journal.head()).sequence).toBe(3);
});

test('what a process saw while it was connected counts as well, once it connects again', async () => {
  let seen = headAt(0);
  const other = new PostgresJournal({ url: database.url, seen: () => seen });
  seen = await append(other);
  // An old copy takes the database's place.
  await database.client.query(
    `DELETE FROM journal_batch WHERE sequence = 4; DELETE FROM journal_entry WHERE sequence = 4;
     UPDATE journal_head SET sequence = 3, hash = (SELECT hash FROM journal_entry WHERE sequence = 3)`,
  );
  await database.client.query(
    `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND application_name LIKE 'fft journal%'`,
  );
  await expect(append(other).catch(() => append(other))).rejects.toThrow(JournalStale);
  expect((await journal.head().catch(() => journal.head())).sequence).toBe(3);
  await other.close();
});

test('a database without a journal is stale for who has seen one', async () => {
  const empty = new PostgresJournal({
    url: database.url.replace(`/${database.name}`, '/postgres'),
    seen: () => headAt(1),
  });
  await expect(empty.head()).rejects.toThrow('ends at entry 0, but entry 1 was seen');
  await empty.close();
});

test('nothing is confirmed where nothing can be written', async () => {
  await database.client.query(`ALTER DATABASE ${database.name} SET default_transaction_read_only = on`);
  const readOnly = new PostgresJournal({ url: database.url });
  try {
    await expect(readOnly.confirm()).rejects.toThrow(JournalUnavailable);
    await expect(readOnly.head()).resolves.toMatchObject({ sequence: 3 });
  } finally {
    await readOnly.close();
    await database.client.query(`ALTER DATABASE ${database.name} RESET default_transaction_read_only`);
  }
});

test('any journal can be checked by reading', async () => {
  const memory = new MemoryJournal();
  const { sequence, hash } = await memory.append({ batchId: randomUUID(), bytes: Buffer.from('a') });
  await expect(checkSeen(memory, { sequence, hash })).resolves.toBeUndefined();
  await expect(checkSeen(memory, { sequence, hash: headAt(2).hash })).rejects.toThrow(JournalStale);
  await expect(checkSeen(memory, { sequence: 2, hash })).rejects.toThrow(JournalStale);
});
