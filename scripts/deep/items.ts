import { globSync } from 'node:fs';

/** One deep proof: a test file, or a program that ends with code 0 if it found nothing. */
export interface DeepItem {
  readonly name: string;
  /** The files that it starts from; what these import is what it proves. */
  readonly roots: readonly string[];
  /** Program and its words. A seeded one gets the first seed that no run had yet. */
  command(seed: number): readonly string[];
  /** Seeds that one run uses up; 0 for an item without seeds. */
  readonly seeds: number;
  /** A run that takes longer hangs. */
  readonly maxMinutes: number;
}

const server = 'apps/exchange/src/main.ts';
/** What a journey in a browser opens without importing it: the built apps at the built server. */
export const served = [server, 'apps/web/index.html', 'apps/web/src/main.ts', 'apps/console/src/main.tsx'];

/** Every deep test file, and the programs that play more than a test has time for. */
export function deepItems(root: string): readonly DeepItem[] {
  return [...testFiles(root), ...programs];
}

/** Deep tests that play cases of a seed. */
const seededTests: readonly string[] = ['apps/exchange/src/banks/killed-imports.deep.test.ts'];
const withSeed = (seed: number): readonly string[] => ['env', `BANK_SEED=${seed}`];

function testFiles(root: string): DeepItem[] {
  const paths = globSync('{apps,packages,e2e,test}/**/*.deep.test.ts', {
    cwd: root,
    exclude: ['**/node_modules'],
  }).toSorted();
  return paths.map((path) => {
    const inBrowser = path.startsWith('e2e/');
    const project = inBrowser ? 'deep-e2e' : 'deep-server';
    const isSeeded = seededTests.includes(path);
    return {
      name: path.replace(/^apps\/exchange\/(testing\/|src\/)?/, '').replace(/\.deep\.test\.ts$/, ''),
      roots: inBrowser ? [path, ...served] : [path],
      command: (seed) => [...(isSeeded ? withSeed(seed) : []), 'npx', 'vitest', 'run', '--project', project, path],
      seeds: isSeeded ? 1 : 0,
      maxMinutes: 20,
    };
  });
}

const script = (name: string, ...words: readonly string[]): readonly string[] => [
  'npm',
  'run',
  '--silent',
  name,
  '--',
  ...words,
];

const countsOnce = 'apps/exchange/src/banks/counts-once.property.test.ts';

const programs: readonly DeepItem[] = [
  {
    name: 'npm run simulate',
    roots: ['apps/exchange/testing/simulation/main.ts'],
    command: (seed) => script('simulate', '--from', `${seed}`, '--seeds', '1000'),
    seeds: 1000,
    maxMinutes: 30,
  },
  {
    name: 'npm run differential',
    roots: ['scripts/differential.ts'],
    command: (seed) => script('differential', '--from', `${seed}`, '--commands', '1000000'),
    seeds: 2500,
    maxMinutes: 30,
  },
  {
    name: 'bank cases',
    roots: [countsOnce],
    command: (seed) => [...withSeed(seed), 'BANK_CASES=500', 'npx', 'vitest', 'run', '--project', 'server', countsOnce],
    seeds: 1,
    maxMinutes: 30,
  },
  {
    name: 'npm run fuzz',
    roots: ['apps/exchange/testing/fuzz/main.ts', server],
    command: (seed) => script('fuzz', '--seed', `${seed}`),
    seeds: 1,
    maxMinutes: 30,
  },
  {
    name: 'npm run fuzz:signatures',
    roots: ['apps/exchange/testing/fuzz/signatures/main.ts', server],
    command: (seed) => script('fuzz:signatures', '--seed', `${seed}`),
    seeds: 1,
    maxMinutes: 30,
  },
  {
    name: 'npm run attack',
    roots: ['apps/exchange/testing/attack-run/main.ts', server],
    command: () => script('attack'),
    seeds: 0,
    maxMinutes: 60,
  },
  {
    name: 'npm run bugs',
    roots: ['scripts/bugs.ts', 'packages/engine/src/index.ts', 'packages/engine/src/differential.test.ts'],
    command: () => script('bugs'),
    seeds: 0,
    maxMinutes: 60,
  },
  {
    name: 'npm run test:languages',
    roots: ['e2e/harness/journey-languages.ts', ...served],
    command: () => script('test:languages'),
    seeds: 0,
    maxMinutes: 90,
  },
];
