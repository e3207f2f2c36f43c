import { globSync } from 'node:fs';
import type { DeepItem } from './item.ts';
import { installingTests } from './installing-tests.ts';
import { programs, server } from './programs.ts';
import { seededTests } from './seeded-tests.ts';

/** What a journey in a browser opens without importing it: the built apps at the built server. */
export const served = [server, 'apps/web/index.html', 'apps/web/src/main.ts', 'apps/console/src/main.tsx'];

/** Every deep test file, and the programs that play more than a test has time for. */
export function deepItems(root: string): readonly DeepItem[] {
  return [...testFiles(root), ...programs(served)];
}

function testFiles(root: string): DeepItem[] {
  const paths = globSync('{apps,packages,e2e,test}/**/*.deep.test.ts', {
    cwd: root,
    exclude: ['**/node_modules'],
  }).toSorted();
  return paths.map((path) => {
    const inBrowser = path.startsWith('e2e/');
    const name = path.replace(/^apps\/exchange\/(testing\/|src\/)?/, '').replace(/\.deep\.test\.ts$/, '');
    const command = (): string[] => ['npx', 'vitest', 'run', '--project', inBrowser ? 'deep-e2e' : 'deep-server', path];
    const { reads = [], ...installing } = installingTests[name] ?? {};
    const more = globSync(reads, { cwd: root }).toSorted();
    return {
      ...installing,
      name,
      roots: [path, ...(inBrowser ? served : []), ...more],
      command,
      seeded: seededTests(command)[name] ?? null,
      installs: name in installingTests,
      maxMinutes: 20,
    };
  });
}
