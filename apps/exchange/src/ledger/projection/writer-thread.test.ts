import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../database/test-database.ts';
import { BinaryRows } from './binary-rows.ts';
import { copyBytes } from './copy-rows.ts';
import { readPosition, readTablesPosition, type TableWrite } from './table-write.ts';
import { WriterThread } from './writer-thread.ts';

let database: TestDatabase;
let thread: WriterThread;
beforeAll(async () => {
  database = await createTestDatabase();
  await database.pool.query('create table copied (number bigint, words text)');
  await readTablesPosition(database.pool);
  thread = new WriterThread(database.url);
});
afterAll(async () => {
  await thread.close();
  await database.close();
});

const target = {
  table: 'copied',
  columns: [
    ['number', 'bigint'],
    ['words', 'text'],
  ],
} as const;

/** From entry `from` to the next, with a row of its number. */
function writeOf(from: number, words = 'a 挂单'): TableWrite {
  const rows = new BinaryRows(target.columns.map(([, type]) => type));
  rows.add([from, words]);
  return {
    onto: { sequence: from, newestOrder: 0 },
    statements: copyBytes(target, [rows.take()]),
    after: { sequence: from + 1, newestOrder: 0 },
  };
}

const copied = async () => (await database.pool.query<{ number: number; words: string }>('select * from copied')).rows;

test('what it is sent is in the tables, with the position', async () => {
  expect(await thread.executeWrite(writeOf(0))).toEqual({ sequence: 0, newestOrder: 0 });
  expect(await copied()).toEqual([{ number: 0, words: 'a 挂单' }]);
  expect(await readPosition(database.pool)).toBe(1);
});

test('onto tables that stand elsewhere nothing is written, and it tells where they stand', async () => {
  expect(await thread.executeWrite(writeOf(0))).toEqual({ sequence: 1, newestOrder: 0 });
  expect(await copied()).toHaveLength(1);
});

test('what the database refuses is thrown, nothing of it is written, and it goes on', async () => {
  await expect(thread.executeWrite(writeOf(1, 'no\0zero'))).rejects.toThrow(/invalid byte sequence/);
  expect(await readPosition(database.pool)).toBe(1);
  await thread.executeWrite(writeOf(1));
  expect(await copied()).toHaveLength(2);
});

test('where the thread ends another one writes on', async () => {
  // Somebody else holds the position, so that the write can't be done before its thread ends.
  const holder = await database.pool.connect();
  await holder.query('begin; select from projection for update');
  const lost = thread.executeWrite(writeOf(2));
  await Promise.all([expect(lost).rejects.toThrow('has ended'), thread.close()]);
  await holder.query('rollback');
  holder.release();
  const { sequence } = await readTablesPosition(database.pool);
  await thread.executeWrite(writeOf(sequence));
  expect(await readPosition(database.pool)).toBe(sequence + 1);
});
