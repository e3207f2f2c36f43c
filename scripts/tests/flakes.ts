import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { existsSync, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join, relative } from 'node:path';
import { parseArgs } from 'node:util';

const root = join(import.meta.dirname, '../..');
const results = join(root, 'test-results/flakes');
/** Failures that passed in a rerun; `test/flakes.json` keeps them until someone repairs them. */
const record = join(root, 'test/flakes.json');

interface Flake {
  readonly file: string;
  readonly test: string;
  /** Seed of the file order in which the test failed. */
  readonly seed: number;
  readonly load: number;
  /** Simulated time of day at which the run began, UTC; null for the real time. */
  readonly at: string | null;
  readonly commit: string;
}

/** The part of Vitest's JSON report that is read here. */
interface Report {
  readonly testResults: readonly {
    readonly name: string;
    readonly assertionResults: readonly { readonly fullName: string; readonly status: string }[];
  }[];
}

interface Settings {
  readonly load: number;
  readonly at: string | null;
  readonly shufflesTests: boolean;
  readonly words: readonly string[];
}

/**
 * `npm run test:flakes -- apps/exchange/src/orders/twap/twap.test.ts`: runs test files fifty times, each time in another order.
 * Meanwhile twice as many processes as cores keep the processors busy.
 * `--project server` runs all files of a project. `--times 10` runs the files less often. `--load 0` runs them without load. `--seed 7` begins with that order.
 * `--tests` also shuffles the tests of each file; files whose tests build on each other fail then.
 * `--at 23:58` simulates that time of day, UTC, and needs Debian's `faketime`.
 * A failed test runs again alone and without load. If the test then passes, it is a flake, and `test/flakes.json` records it with its order.
 * Exits with 1 if a run failed, and prints where the run's output is.
 */
function main(): void {
  const { values, positionals } = parseArgs({
    options: {
      times: { type: 'string', default: '50' },
      load: { type: 'string', default: String(2 * availableParallelism()) },
      seed: { type: 'string', default: '1' },
      project: { type: 'string', multiple: true, default: [] },
      tests: { type: 'boolean', default: false },
      at: { type: 'string' },
    },
    allowPositionals: true,
  });
  if (positionals.length + values.project.length === 0)
    throw new Error('Name test files, for example apps/exchange/src/orders, or a --project.');
  mkdirSync(results, { recursive: true });
  const words = [...values.project.flatMap((name) => ['--project', name]), ...positionals];
  const settings = { load: Number(values.load), at: values.at ?? null, shufflesTests: values.tests, words };
  const first = Number(values.seed);
  const seeds = Array.from({ length: Number(values.times) }, (_, index) => first + index);
  const failed = seeds.filter((seed) => !passes(settings, seed));
  console.log(`\n${seeds.length - failed.length} passed, ${failed.length} failed`);
  if (failed.length > 0) process.exitCode = 1;
}

/** True if all tests pass in the order of this seed. Records tests that fail here but pass when they run again alone. */
function passes(settings: Settings, seed: number): boolean {
  const begun = performance.now();
  const burners = Array.from({ length: settings.load }, burn);
  const report = join(results, `${seed}.json`);
  const order = ['--sequence.shuffle.files', `--sequence.seed=${seed}`];
  if (settings.shufflesTests) order.push('--sequence.shuffle.tests');
  const clock = settings.at === null ? {} : clockAt(settings.at);
  const { status, output } = run([...order, ...settings.words], report, { SHUFFLE_FILES: '1', ...clock });
  for (const burner of burners) burner.kill('SIGKILL');
  const seconds = ((performance.now() - begun) / 1000).toFixed(0);
  if (status === 0) {
    console.log(`seed ${seed}: passed in ${seconds} s`);
    return true;
  }
  const log = join(results, `${seed}.log`);
  writeFileSync(log, output);
  console.log(`seed ${seed}: failed in ${seconds} s, see ${relative(root, log)}`);
  const failed = failuresOf(report);
  const flakes = failed.filter(({ file, test }) => !fails(file, test));
  for (const { file, test } of failed) console.log(`  ${file} > ${test}`);
  const commit = execFileSync('git', ['rev-parse', 'HEAD'], { cwd: root, encoding: 'utf8' }).trim();
  keep(flakes.map((each) => ({ ...each, seed, load: settings.load, at: settings.at, commit })));
  console.log(`  ${flakes.length} of ${failed.length} passed when they ran again alone`);
  return false;
}

function run(
  words: readonly string[],
  report: string,
  variables: NodeJS.ProcessEnv,
): { status: number | null; output: string } {
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
  const { status, stdout, stderr } = spawnSync('npx', ['vitest', 'run', ...reporters, ...words], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 2 ** 28,
    env: { ...process.env, ...variables },
  });
  return { status, output: stdout + stderr };
}

/** Environment that moves the clock of a process and its children forward to `at`, UTC. Timers keep their pace. */
function clockAt(at: string): NodeJS.ProcessEnv {
  const [library] = globSync('/usr/lib/*/faketime/libfaketimeMT.so.1');
  if (library === undefined) throw new Error('--at needs Debian’s package faketime: apt-get install faketime.');
  const [, hours, minutes] = /^(\d{2}):(\d{2})$/.exec(at) ?? [];
  if (hours === undefined) throw new Error('--at is a time of the day, UTC: 23:58.');
  const now = Math.floor(Date.now() / 1000) % 86_400;
  const ahead = (Number(hours) * 3600 + Number(minutes) * 60 - now + 86_400) % 86_400;
  return { LD_PRELOAD: library, FAKETIME: `+${ahead}s`, FAKETIME_DONT_FAKE_MONOTONIC: '1', TZ: 'UTC' };
}

function failuresOf(report: string): { readonly file: string; readonly test: string }[] {
  if (!existsSync(report)) return [];
  const { testResults } = JSON.parse(readFileSync(report, 'utf8')) as Report;
  return testResults.flatMap(({ name, assertionResults }) =>
    assertionResults
      .filter(({ status }) => status === 'failed')
      .map(({ fullName }) => ({ file: relative(root, name), test: fullName })),
  );
}

/** True if a test still fails when its file runs alone, without load, in the written order. */
function fails(file: string, test: string): boolean {
  const report = join(results, 'again.json');
  const { status } = run([file], report, {});
  return status !== 0 && failuresOf(report).some((each) => each.file === file && each.test === test);
}

function keep(flakes: readonly Flake[]): void {
  if (flakes.length === 0) return;
  const known = existsSync(record) ? (JSON.parse(readFileSync(record, 'utf8')) as Flake[]) : [];
  writeFileSync(record, `${JSON.stringify([...known, ...flakes], null, 2)}\n`);
}

/** A process that keeps a core busy. */
function burn(): ChildProcess {
  return spawn(process.execPath, ['--eval', 'for (;;);'], { stdio: 'ignore' });
}

main();
