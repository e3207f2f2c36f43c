import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.ts';

const root = join(import.meta.dirname, '../../../..');
let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());

interface Row {
  readonly tables: readonly string[];
  readonly cells: readonly string[];
}

/** The rows of the table under a heading of docs/security.md. */
async function rowsUnder(heading: string): Promise<readonly Row[]> {
  const page = await readFile(join(root, 'docs/security.md'), 'utf8');
  const [, section = ''] = page.split(`\n### ${heading}\n`);
  const [text = ''] = section.split(/\n##+ /);
  const lines = text.split('\n').filter((line) => line.startsWith('| `'));
  return lines.map((line) => {
    const cells = line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim());
    return { tables: Array.from(cells[0]?.matchAll(/`([a-z_]+)`/g) ?? [], ([, name = '']) => name), cells };
  });
}

test('docs/security.md says of every table of the database who can make it grow, and how far', async () => {
  const { rows } = await sql<{ name: string }>`
    select relname as name from pg_class join pg_namespace on pg_namespace.oid = relnamespace
    where nspname = 'public' and relkind in ('r', 'p') and not relispartition order by relname`.execute(database.db);
  const listed = (await rowsUnder('Tables and their bounds')).flatMap(({ tables }) => tables);
  const unlisted = rows.map(({ name }) => name).filter((name) => !listed.includes(name));
  const gone = listed.filter((name) => !rows.some((row) => row.name === name));
  expect({ unlisted, gone }).toEqual({ unlisted: [], gone: [] });
  expect(listed.filter((name, index) => listed.indexOf(name) !== index)).toEqual([]);
});

test('each row names its grower, its bound, what happens there, and a test that exists', async () => {
  const rows = await rowsUnder('Tables and their bounds');
  expect(rows.length).toBeGreaterThan(20);
  const wrong = rows.flatMap(({ cells }) => {
    const [name = '', who = '', bound = '', then = '', tests = ''] = cells;
    const paths = Array.from(tests.matchAll(/`([^`]+\.test\.ts)`/g), ([, path = '']) => path);
    const isOfOthers = who !== 'operators' && who !== 'the system';
    const isFull = cells.length === 5 && [who, bound, then].every((cell) => cell.length > 0);
    const missing = paths.filter(
      (path) => ![join(root, path), join(root, 'apps/exchange/src', path)].some((place) => existsSync(place)),
    );
    return isFull && (paths.length > 0 || !isOfOthers) && missing.length === 0 ? [] : [{ name, missing }];
  });
  expect(wrong).toEqual([]);
});
