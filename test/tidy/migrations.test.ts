import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { projectFiles, read } from './project-files.ts';

const folder = 'apps/exchange/src/database/migrations/';
/** One line for each migration, given out with it: in its folder, `sha256sum 0055-a-new-one.ts >> given-out.sha256`. */
const givenOut = read(`${folder}given-out.sha256`)
  .trim()
  .split('\n')
  .map((line) => line.split('  ') as [string, string]);

function sumOf(name: string): string {
  const text = read(`${folder}${name}`);
  return createHash('sha256').update(text).digest('hex');
}

test('a migration that was given out stays as it is: what it lacked comes by a new one', () => {
  expect(givenOut.length).toBeGreaterThan(30);
  for (const [sum, name] of givenOut) expect([name, sumOf(name)]).toEqual([name, sum]);
});

test('every migration is among those that were given out', () => {
  const files = projectFiles()
    .filter((path) => path.startsWith(folder) && /\/\d{4}-[^/]+\.ts$/.test(path))
    .map((path) => path.slice(folder.length));
  expect(givenOut.map(([, name]) => name)).toEqual(files);
});
