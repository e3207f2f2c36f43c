import { expect, test } from 'vitest';
import { readOwnership, roomOf, tablesDeclaredIn } from '../../scripts/house/tables.ts';
import { foreignReads } from './foreign-reads.ts';
import { projectFiles, read } from './project-files.ts';

const paths = projectFiles().filter(
  (path) => /^apps\/(demo|exchange)\/src\/.*\.ts$/.test(path) && !path.endsWith('.test.ts'),
);
const files = new Map(paths.map((path) => [path, read(path)]));
const { owners, foreign } = readOwnership(files);

test('each table has one owner', () => {
  const declared = [...files].flatMap(([path, text]) => (path.endsWith('/tables.ts') ? tablesDeclaredIn(text) : []));
  expect(declared.toSorted()).toEqual([...new Set(declared)].toSorted());
  expect(owners.size).toBeGreaterThan(90);
});

test('no room writes a table of another room', () => {
  expect(foreign.filter(({ writes }) => writes)).toEqual([]);
});

test('a room reads no table of another room but those in the list', () => {
  const reads = new Map<string, Set<string>>();
  for (const { path, table } of foreign) {
    const room = roomOf(path);
    reads.set(room, (reads.get(room) ?? new Set()).add(`${owners.get(table)}.${table}`));
  }
  expect(Object.fromEntries([...reads].map(([room, tables]) => [room, [...tables].toSorted()]))).toEqual(foreignReads);
});
