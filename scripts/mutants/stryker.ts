import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Mutant, mutantsOf, type Report } from './mutant.ts';

export interface StrykerRun {
  /** A copy of the engine, which is altered where it lies. */
  readonly folder: string;
  /** Files, or places in them, from the folder on. */
  readonly places: readonly string[];
  /** Files of tests, from the folder on. */
  readonly suites: readonly string[];
  readonly workers: number;
}

/** Alters the places in every way that Stryker knows, and tells of each change whether the tests noticed. */
export async function runStryker({ folder, places, suites, workers }: StrykerRun): Promise<Mutant[]> {
  await writeFile(join(folder, 'mutants.vitest.config.ts'), vitestConfig(suites));
  await writeFile(join(folder, 'stryker.config.json'), JSON.stringify(strykerConfig(places, workers)));
  const child = spawn(join(folder, 'node_modules/.bin/stryker'), ['run'], { cwd: folder, stdio: 'inherit' });
  await once(child, 'exit');
  if (child.exitCode !== 0) throw new Error(`Stryker ended with ${child.exitCode}`);
  const report = await readFile(join(folder, 'reports/mutation/mutation.json'), 'utf8');
  return mutantsOf(JSON.parse(report) as Report);
}

/**
 * The tests with a tenth of the random streams, and without the one that counts what is in them all: what goes unnoticed by so few may yet be noticed by all. The
 * pool is the only one that Stryker can steer.
 */
function vitestConfig(suites: readonly string[]): string {
  return `export default { test: {
    include: ${JSON.stringify(suites)}, testNamePattern: /^(?!the streams reach)/, env: { EFFORT: '0.1' },
    pool: 'threads', isolate: false, testTimeout: 60_000,
  } };`;
}

function strykerConfig(places: readonly string[], workers: number) {
  return {
    testRunner: 'vitest',
    plugins: ['@stryker-mutator/vitest-runner'],
    vitest: { configFile: 'mutants.vitest.config.ts', related: false },
    mutate: [...places, '!**/*.test.ts'],
    mutator: { excludedMutations: ['StringLiteral'] },
    // It is a copy already.
    inPlace: true,
    coverageAnalysis: 'perTest',
    concurrency: workers,
    timeoutMS: 10_000,
    reporters: ['json', 'progress'],
    allowEmpty: true,
  };
}
