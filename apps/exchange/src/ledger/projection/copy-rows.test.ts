import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../testing/test-database.ts';
import { BinaryRows, readRow, type Value } from './binary-rows.ts';
import { copyBytes, runCopy } from './copy-rows.ts';

const columns = [
  ['number', 'bigint'],
  ['small', 'int'],
  ['words', 'text'],
  ['truth', 'boolean'],
] as const;
const types = columns.map(([, type]) => type);

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
  await database.pool.query('create table copied (number bigint, small int, words text, truth boolean)');
});
afterAll(() => database.close());

async function copied(rows: readonly (readonly Value[])[]): Promise<Value[][]> {
  const binary = new BinaryRows(types);
  const client = await database.pool.connect();
  try {
    await client.query('begin');
    for (const row of rows) binary.add(row);
    for (const copy of copyBytes({ table: 'copied', columns }, [binary.take()])) await runCopy(client, copy);
    const found = await client.query<Value[]>({ text: 'select * from copied', rowMode: 'array' });
    return found.rows;
  } finally {
    await client.query('rollback');
    client.release();
  }
}

test.each<[string, Value[]]>([
  ['nothing', [null, null, null, null]],
  ['zero and the empty text', [0, 0, '', false]],
  ['the largest', [Number.MAX_SAFE_INTEGER, 0x7fff_ffff, 'z'.repeat(100_000), true]],
  ['the smallest', [Number.MIN_SAFE_INTEGER, -0x8000_0000, 'a', true]],
  ['minus one', [-1, -1, '-1', false]],
  ['just around 32 bits', [-(2 ** 32), 1, `\\N\t\n"'`, true]],
  ['letters of several bytes', [2 ** 32, 1, '挂单 ½ 🪙', true]],
  ['a long text of them', [2 ** 32 - 1, 1, '余额🪙'.repeat(1000), true]],
])('%s is read back unchanged', async (_name, row) => {
  expect(await copied([row])).toEqual([row]);
  const binary = new BinaryRows(types);
  binary.add(row);
  expect(readRow(binary.take(), types)).toEqual(row);
});

test('many rows are read back in their order', async () => {
  const rows = Array.from({ length: 5_000 }, (_, index) => [index * 1e9, index, `row ${index}`, index % 2 === 0]);
  expect(await copied(rows)).toEqual(rows);
});

test.each<[string, Value[], string]>([
  ['a number that is no safe integer', [2 ** 53, 1, '', true], 'not a safe integer'],
  ['a fraction', [0.5, 1, '', true], 'not a safe integer'],
  ['a number beyond an int', [1, 2 ** 31, '', true], 'out of range'],
  ['a text in place of a number', ['1', 1, '', true], 'string in a column of bigint'],
  ['a value too few', [1, 1, ''], 'a value for each column'],
])('%s is a bug, and nothing is written', async (_name, row, message) => {
  await expect(copied([row])).rejects.toThrow(message);
  expect(await copied([])).toEqual([]);
});

test('an error of PostgreSQL is thrown and the connection stays usable', async () => {
  await expect(copied([[1, 1, 'no\0zero', true]])).rejects.toThrow(/invalid byte sequence/);
  expect(await copied([[1, 1, 'one', true]])).toEqual([[1, 1, 'one', true]]);
});
