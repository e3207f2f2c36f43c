import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { projectFiles, read } from './project-files.ts';

const folder = 'apps/exchange/src/database/';
/** One line per released SQL file, with its path. `npx vitest run --project tidy migrations` prints the line of a new one. */
const released = read(`${folder}released.sha256`)
  .trim()
  .split('\n')
  .map((line) => line.split('  ') as [string, string]);

const sources = projectFiles().filter(
  (path) =>
    path === 'packages/journal/src/schema.ts' ||
    path.startsWith(`${folder}schema/`) ||
    (path.startsWith(`${folder}migrations/`) && !path.endsWith('/index.ts')),
);

/** Hash of the code without comments and line breaks, which may change. */
function sumOf(path: string): string {
  const code = read(path)
    .replaceAll(/\/\*[\s\S]*?\*\/|(--|\/\/) .*/g, ' ')
    .replaceAll(/\s+/g, ' ');
  return createHash('sha256').update(code).digest('hex');
}

test('released schema files and migrations are unchanged; a change needs a new migration', () => {
  expect(released).toEqual(sources.map((path) => [sumOf(path), path]));
});
