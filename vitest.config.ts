import { statfsSync } from 'node:fs';
import { availableParallelism, freemem } from 'node:os';
import { defineConfig } from 'vitest/config';
import { SizeReporter } from './scripts/tests/size-reporter.ts';
import { SlowFirst } from './scripts/tests/slow-first.ts';

const gib = 2 ** 30;

/** True if the temporary files of a whole run (about 2 GiB at a time) fit into memory. */
function fitsIntoMemory(folder: string): boolean {
  try {
    const { bavail, bsize } = statfsSync(folder);
    return Math.min(bavail * bsize, freemem()) > 8 * gib;
  } catch {
    return false;
  }
}

// On a disk, one test's sync waits for everything that other tests have written.
const memory = '/dev/shm';
if (process.env['TMPDIR'] === undefined && fitsIntoMemory(memory)) process.env['TMPDIR'] = memory;

const cores = availableParallelism();
/**
 * Tests that use processes and a database also wait, so one worker more than cores keeps the cores busy. On a disk it would make the disk the bottleneck, and
 * time-outs that depend on an fsync would fire.
 */
const waitingWorkers = Math.min(process.env['TMPDIR'] === memory ? cores + 1 : cores, 4);

/** Needs a PostgreSQL: one for all of these files, started by the global set-up, which also provides its address. */
const serverTests = [
  'apps/{demo,exchange}/**/*.test.ts',
  'packages/journal/**/*.test.ts',
  // Listen on ports or start programs, wherever they are.
  '{apps,packages}/**/*.{medium,large}.test.ts',
];

/**
 * Drills, long seeds, attacks, upgrades, clusters, and walks over every page: `npm run test:deep` runs them, one file at a time.
 */
const deepTests = '**/*.deep.test.ts';

/** Drive a real Chromium, and a real server. */
const journeys = {
  globalSetup: ['e2e/global-setup.ts'],
  // A worker's journeys share the browser, and most of them the server.
  isolate: false,
  expect: { poll: { timeout: 45_000, interval: 100 } },
  testTimeout: 180_000,
  hookTimeout: 180_000,
};

/** Runs over a real PostgreSQL. */
const overPostgres = {
  globalSetup: ['apps/exchange/testing/global-setup.ts'],
  setupFiles: ['apps/exchange/testing/statement-watch.ts'],
  expect: { poll: { timeout: 15_000, interval: 20 } },
  // The server keeps nothing in its modules: its files share them, and needn't be loaded and compiled again for each.
  isolate: false,
  testTimeout: 60_000,
  hookTimeout: 120_000,
};

/**
 * `unit` is pure and quick, `server` runs over a real PostgreSQL, `e2e` starts the real server and drives a real Chromium, `tidy` looks at the
 * repository itself. Groups run one after the other. `deep-server` and `deep-e2e` are run by `npm run test:deep` alone.
 */
export default defineConfig({
  test: {
    pool: 'forks',
    maxWorkers: Math.max(2, cores),
    passWithNoTests: false,
    restoreMocks: true,
    unstubEnvs: true,
    // `npm run test:flakes` shuffles files as well as tests: without a sequencer of its own, Vitest does it.
    sequence: process.env['SHUFFLE_FILES'] === undefined ? { sequencer: SlowFirst } : {},
    reporters: ['default', new SizeReporter()],
    projects: [
      {
        extends: true,
        // As the console's build has it.
        define: { BRAND: JSON.stringify({ name: 'FFT', version: '1.0' }) },
        test: {
          name: 'unit',
          include: [
            'packages/**/*.test.ts',
            'apps/{console,web}/{build,src}/**/*.test.{ts,tsx}',
            'apps/maker/**/*.test.ts',
            'apps/signer/**/*.test.ts',
            'bench/**/*.test.ts',
            'scripts/**/*.test.ts',
          ],
          exclude: ['**/node_modules/**', deepTests, ...serverTests],
          testTimeout: 30_000,
          sequence: { groupOrder: 1 },
        },
      },
      {
        extends: true,
        test: {
          name: 'tidy',
          include: ['test/tidy/**/*.test.ts'],
          exclude: [deepTests],
          testTimeout: 60_000,
          sequence: { groupOrder: 1 },
        },
      },
      {
        extends: true,
        test: {
          name: 'server',
          include: serverTests,
          exclude: ['**/node_modules/**', deepTests],
          ...overPostgres,
          maxWorkers: waitingWorkers,
          sequence: { groupOrder: 2 },
        },
      },
      {
        extends: true,
        test: {
          name: 'e2e',
          include: ['e2e/**/*.test.ts'],
          exclude: [deepTests],
          ...journeys,
          maxWorkers: waitingWorkers,
          sequence: { groupOrder: 3 },
        },
      },
      {
        extends: true,
        test: {
          name: 'deep-server',
          include: ['{apps,packages,test}/**/*.deep.test.ts'],
          ...overPostgres,
          maxWorkers: 1,
          sequence: { groupOrder: 4 },
        },
      },
      {
        extends: true,
        test: {
          name: 'deep-e2e',
          include: ['e2e/**/*.deep.test.ts'],
          ...journeys,
          maxWorkers: 1,
          sequence: { groupOrder: 5 },
        },
      },
    ],
  },
});
