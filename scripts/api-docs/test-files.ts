import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TestFile } from './find-tests.ts';

/** The tests that make calls: the server's and the journeys. Tests of the operators' API concern another contract. */
export function readTestFiles(root: string): readonly TestFile[] {
  return globSync(['apps/{demo,exchange}/src/**/*.test.ts', 'e2e/*.test.ts'], { cwd: root })
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => !path.includes('/operators/'))
    .toSorted()
    .map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }));
}
