import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../testing/test-database.ts';
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

/** From entry `from` to the next, with one row of that number. */
function writeOf(from: number, words = 'a 挂单'): TableWrite {
  const rows = new BinaryRows(target.columns.map(([, type]) => type));
  rows.add([from, words]);
  return {
    onto: from,
    statements: copyBytes(target, [rows.take()]),
    after: from + 1,
  };
}

const copied = async () => (await database.pool.query<{ number: number; words: string }>('select * from copied')).rows;

test('rows sent to the thread are in the tables, with the position', async () => {
  expect(await thread.executeWrite(writeOf(0))).toBe(0);
  expect(await copied()).toEqual([{ number: 0, words: 'a 挂单' }]);
  expect(await readPosition(database.pool)).toBe(1);
});

test('the thread writes nothing to tables at another position and reports that position', async () => {
  expect(await thread.executeWrite(writeOf(0))).toBe(1);
  expect(await copied()).toHaveLength(1);
});

test('an error of the database is thrown, its batch is not written, and the thread goes on', async () => {
  await expect(thread.executeWrite(writeOf(1, 'no\0zero'))).rejects.toThrow(/invalid byte sequence/);
  expect(await readPosition(database.pool)).toBe(1);
  await thread.executeWrite(writeOf(1));
  expect(await copied()).toHaveLength(2);
});

test('another thread continues writing when the first one ends', async () => {
  // Another connection locks the position, so that the write can't finish before its thread ends.
  const holder = await database.pool.connect();
  await holder.query('begin; select from projection for update');
  const lost = thread.executeWrite(writeOf(2));
  await Promise.all([expect(lost).rejects.toThrow('has ended'), thread.close()]);
  await holder.query('rollback');
  holder.release();
  const sequence = await readTablesPosition(database.pool);
  await thread.executeWrite(writeOf(sequence));
  expect(await readPosition(database.pool)).toBe(sequence + 1);
});
