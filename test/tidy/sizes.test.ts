import { expect, test } from 'vitest';
import { readImportGraph } from '../../scripts/deep/import-graph.ts';
import { barredImports, sizeOf } from '../../scripts/tests/test-sizes.ts';
import { projectFiles, read, root } from './project-files.ts';

/** Tests of the repository itself are none of these: they run its tools. */
const isTest = (path: string): boolean => /\.test\.tsx?$/.test(path) && !path.startsWith('test/tidy/');
/** Code that only tests use; what they test may start whatever it needs. */
const isFixture = (path: string): boolean => /(^|\/)(testing|harness|testkit)\//.test(path) || /(^|\/)test-/.test(path);
/** Fixtures behind the testkit's door that listen or start programs. */
const servers = /\bopenTestKms\b/;

const graph = readImportGraph(root);

/** The modules that a file imports by name, without types. */
function modulesOf(text: string): readonly string[] {
  return [...text.matchAll(/^(?:import|export)\s(?!type\b)[^;]*?from '([^']+)'/gm)].map(([, name = '']) => name);
}

/** A test file with the fixtures that it imports, also indirectly; the door of a package of fixtures leads no further. */
function ownFiles(path: string): readonly string[] {
  const found = new Set([path]);
  for (const file of found) {
    if (file.endsWith('testkit/src/index.ts')) continue;
    for (const next of graph.importsOf(file)) if (isFixture(next) && /\.tsx?$/.test(next)) found.add(next);
  }
  return [...found];
}

/** What a test file uses that its size bars. */
function faultsOf(path: string, texts: (file: string) => string = read): readonly string[] {
  const size = sizeOf(path);
  return ownFiles(path).flatMap((file) => [
    ...modulesOf(texts(file))
      .filter((name) => barredImports[size].includes(name))
      .map((name) => `${path} is ${size}, and ${file} imports ${name}`),
    ...(size === 'small' && servers.test(texts(path)) ? [`${path} is small, and starts a server of the testkit`] : []),
  ]);
}

test('a test uses nothing that its size bars', () => {
  const tests = projectFiles().filter(isTest);
  expect(tests.length).toBeGreaterThan(500);
  expect(tests.flatMap((path) => faultsOf(path))).toEqual([]);
});

test('the check sees processes, sockets and databases', () => {
  const small = 'packages/decimal/src/decimal.test.ts';
  const withImport = (name: string) => faultsOf(small, (path) => (path === small ? `import x from '${name}';` : ''));
  expect(withImport('node:child_process')).toHaveLength(1);
  expect(withImport('ws')).toHaveLength(1);
  expect(withImport('pg')).toHaveLength(1);
  expect(withImport('vitest')).toEqual([]);
});

/** A test that measures time fails on a busy machine. A bench measures. */
test('no test reads a stopwatch', () => {
  const allowed = new Map([
    ['apps/exchange/src/transport/websocket/beat.test.ts', 'its timers are Vitest’s'],
    ['apps/exchange/src/ledger/refused-orders.test.ts', 'a longer flood may spend more, never less'],
    ['apps/exchange/testing/supervised.deep.test.ts', 'a longer attack may be served more, never less'],
    ['apps/exchange/testing/binance-clients/binance-spot.deep.test.ts', 'it reads a stream for some seconds'],
    ['apps/exchange/testing/call-bounds/call-bounds.test.ts', 'it prints times and asserts rows'],
    ['e2e/workspace-work.test.ts', 'a longer film may show more, never less'],
  ]);
  const reading = projectFiles()
    .filter(isTest)
    .filter((path) => read(path).includes('performance.now()'));
  expect(reading.filter((path) => !allowed.has(path))).toEqual([]);
  expect([...allowed.keys()].filter((path) => !reading.includes(path))).toEqual([]);
});
