import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { read, root } from './project-files.ts';

/** Every act that the server's source writes into the audit log: `act: 'market.open'`, also both branches of a choice. */
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

test('every act of the audit log has a text in the console', () => {
  const acts = actsOfServer();
  expect(acts.length).toBeGreaterThan(20);
  const texts = read('apps/console/src/i18n/acts.ts');
  // Once per language.
  expect(acts.filter((act) => texts.split(`'${act}':`).length !== 3)).toEqual([]);
});
