import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

const root = join(import.meta.dirname, '..');
const results = join(root, 'test-results/flakes');

/**
 * `npm run test:flakes -- apps/exchange/src/orders/twap/twap.test.ts`: runs test files fifty times while twice as many processes as cores burn the processors, each
 * time with its tests in another order. `--times 10` runs them less often, `--load 0` without the load, `--seed 7` first with that order. Exits with 1 if a run
 * failed, and says where its output is.
 */
function main(): void {
  const { values, positionals } = parseArgs({
    options: {
      times: { type: 'string', default: '50' },
      load: { type: 'string', default: String(2 * availableParallelism()) },
      seed: { type: 'string', default: '1' },
    },
    allowPositionals: true,
  });
  if (positionals.length === 0) throw new Error('Name the test files, for example apps/exchange/src/orders.');
  mkdirSync(results, { recursive: true });
  const burners = Array.from({ length: Number(values.load) }, burn);
  try {
    const first = Number(values.seed);
    const failed = Array.from({ length: Number(values.times) }, (_, index) => first + index).filter(
      (seed) => !passes(positionals, seed),
    );
    console.log(`\n${Number(values.times) - failed.length} passed, ${failed.length} failed`);
    if (failed.length > 0) process.exitCode = 1;
  } finally {
    for (const burner of burners) burner.kill('SIGKILL');
  }
}

/** A process that keeps a core busy. */
function burn(): ChildProcess {
  return spawn(process.execPath, ['--eval', 'for (;;);'], { stdio: 'ignore' });
}

/** True if all tests pass in the order of this seed. */
function passes(paths: readonly string[], seed: number): boolean {
  const begun = performance.now();
  const words = ['vitest', 'run', '--sequence.shuffle.tests', `--sequence.seed=${seed}`, ...paths];
  const { status, stdout, stderr } = spawnSync('npx', words, { cwd: root, encoding: 'utf8', maxBuffer: 2 ** 28 });
  const seconds = ((performance.now() - begun) / 1000).toFixed(0);
  const log = join(results, `${seed}.log`);
  if (status !== 0) writeFileSync(log, stdout + stderr);
  console.log(`seed ${seed}: ${status === 0 ? 'passed' : `failed, see ${log}`} in ${seconds} s`);
  return status === 0;
}

main();
