import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { readImportGraph } from './import-graph.ts';

const root = mkdtempSync(join(tmpdir(), 'fft-graph-'));
const files = {
  'packages/engine/package.json': '{ "name": "@fft/engine", "exports": { ".": "./src/index.js" } }',
  'packages/engine/src/index.js': "export { book } from './book.js';",
  'packages/engine/src/book.js': "import { other } from './other.js'; export const book = 1;",
  'packages/engine/src/other.js': "import type { book } from './book.js';",
  'test/drill.test.js': "import { Engine } from '@fft/engine'; spawn(join(import.meta.dirname, 'gateway-process.js'));",
  'test/gateway-process.js': "await import('../src/app.js'); import 'node:fs'; import pg from 'pg';",
  'src/app.js': '',
  'test/unrelated.js': '',
};
for (const [path, text] of Object.entries(files)) {
  mkdirSync(join(root, dirname(path)), { recursive: true });
  writeFileSync(join(root, path), text);
}
afterAll(() => {
  rmSync(root, { recursive: true });
});

test('a file needs what it imports and what it starts, through packages, circles and dynamic imports', () => {
  expect([...readImportGraph(root).distancesFrom(['test/drill.test.js'])]).toEqual([
    ['test/drill.test.js', 0],
    ['packages/engine/src/index.js', 1],
    ['test/gateway-process.js', 1],
    ['packages/engine/src/book.js', 2],
    ['src/app.js', 2],
    ['packages/engine/src/other.js', 3],
  ]);
});
