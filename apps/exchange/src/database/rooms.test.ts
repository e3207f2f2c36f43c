import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readOwnership, roomOf, tablesDeclaredIn } from '../../../../scripts/house/tables.ts';
import { publishedReads } from './rooms.ts';

const root = join(import.meta.dirname, '../../../..');
const paths = globSync('apps/{exchange,demo}/src/**/*.ts', { cwd: root }).filter((path) => !path.endsWith('.test.ts'));
const files = new Map(paths.map((path) => [path, readFileSync(join(root, path), 'utf8')]));
const { owners, foreign } = readOwnership(files);

/** Reads by conditions that the owner's room hands over as SQL: no file of the reading room names the table. */
const readByConditions = ['content reads customer_fees', 'content reads identities'];

test('each table has one owner', () => {
  const rooms = [...files].filter(([path]) => path.endsWith('/tables.ts') && !path.includes('/database/'));
  const declared = rooms.flatMap(([, text]) => tablesDeclaredIn(text));
  expect(declared.toSorted()).toEqual([...new Set(declared)].toSorted());
  expect(owners.size).toBeGreaterThan(90);
});

test('no room writes a table of another room', () => {
  expect(foreign.filter(({ writes }) => writes)).toEqual([]);
});

test('a room reads those tables of other rooms that they publish to it', () => {
  const reads = new Set(foreign.map(({ path, table }) => `${roomOf(path)} reads ${table}`));
  const published = Object.entries(publishedReads).flatMap(([table, rooms]) =>
    rooms.map((room) => `${room} reads ${table}`),
  );
  expect([...reads, ...readByConditions].toSorted()).toEqual(published.toSorted());
});

test('a room names the tables of its own handle alone', () => {
  const importers = [...files].filter(
    ([path, text]) => /\bTables\b.*database\/tables\.ts'/.test(text) && !/src\/(database|app|context)/.test(path),
  );
  expect(importers.map(([path]) => path)).toEqual(['apps/exchange/src/ledger/storage.ts']);
});
