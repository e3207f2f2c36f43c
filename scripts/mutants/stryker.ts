import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Mutant, mutantsOf, type Report } from './mutant.ts';

export interface StrykerRun {
  /** A copy of the engine, mutated in place. */
  readonly folder: string;
  /** Files, or ranges in them, relative to the folder. */
  readonly places: readonly string[];
  /** Test files, relative to the folder. */
  readonly suites: readonly string[];
  readonly workers: number;
}

/** Applies all of Stryker's mutations to the ranges, and reports which of them the tests detect. */
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
 * Runs the tests with a tenth of the random streams, and without the test that counts their cases: full streams may detect more. Stryker
 * supports only this pool.
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
    // It is already a copy.
    inPlace: true,
    coverageAnalysis: 'perTest',
    concurrency: workers,
    timeoutMS: 10_000,
    reporters: ['json', 'progress'],
    allowEmpty: true,
  };
}
