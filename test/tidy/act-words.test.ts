import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { read, root } from './project-files.ts';

/** What the server writes into the audit log, as it stands in its source: `act: 'market.open'`, also where one of two is chosen. */
function actsOfServer(): string[] {
  const files = globSync('apps/exchange/src/**/*.ts', { cwd: root, exclude: (path) => path.endsWith('.test.ts') });
  const written = files.flatMap((path) => {
    const source = readFileSync(join(root, path), 'utf8');
    return [...source.matchAll(/\bact(?::| =)[^\n]*/g)].flatMap(([line]) =>
      [...line.matchAll(/'([a-z]+\.[a-zA-Z]+)'/g)].map(([, act = '']) => act),
    );
  });
  return [...new Set(written)].toSorted();
}

test('every act of the audit log has words in the console', () => {
  const acts = actsOfServer();
  expect(acts.length).toBeGreaterThan(20);
  const texts = read('apps/console/src/i18n/acts.ts');
  // Once in each language.
  expect(acts.filter((act) => texts.split(`'${act}':`).length !== 3)).toEqual([]);
});
