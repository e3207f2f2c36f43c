import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { type Due, rankItems } from './deep/choose.ts';
import { describeDue } from './deep/describe-due.ts';
import { readImportGraph } from './deep/import-graph.ts';
import { deepItems } from './deep/items.ts';
import { type Proven, proveItem } from './deep/prove-item.ts';
import { type DeepRun, readRecord, writeRun } from './deep/record.ts';

const root = join(import.meta.dirname, '..');
const recordPath = join(root, 'test/deep.json');

/**
 * `npm run test:deep`: everything that takes too long for `npm test`: drills, seeds, attacks, upgrades, clusters, walks over every page. What changes touch
 * since it last passed comes first, then what has not run for the longest time. Words choose items by parts of their names. `-- --minutes 30` is a budget;
 * what does not fit is listed at the end. `-- --touched` leaves out what no change touches, and lists what waits for a change of its own files. `-- --installed-only`
 * only lists what installs packages of other languages, `-- --list` only shows the order. `test/deep.json` keeps commit, time and result of each item, unless
 * files are uncommitted. An item with seeds goes on where its last run stopped, and first finds a bug that its rig plants.
 */
async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    options: {
      minutes: { type: 'string', default: 'Infinity' },
      touched: { type: 'boolean', default: false },
      'installed-only': { type: 'boolean', default: false },
      list: { type: 'boolean', default: false },
    },
    allowPositionals: true,
  });
  const isNamed = ({ item }: Due): boolean =>
    positionals.length === 0 || positionals.some((word) => item.name.includes(word));
  const dues = rankItems({
    items: deepItems(root),
    record: readRecord(recordPath),
    changedSince,
    distancesFrom: (roots) => graph.distancesFrom([...roots, ...always]),
  }).filter(isNamed);
  const chosen = values.touched ? dues.filter(({ distance }) => distance !== null) : dues;
  if (values.list) return printDues(chosen);
  await runAll(chosen, { budgetSeconds: Number(values.minutes) * 60, installedOnly: values['installed-only'] });
  const waiting = values.touched ? dues.filter(({ isWaiting }) => isWaiting) : [];
  if (waiting.length === 0) return;
  console.log('\nNot run, as they take long and none of their own files changed; their names run them:');
  printDues(waiting);
}

function printDues(dues: readonly Due[]): void {
  for (const due of dues) console.log(describeDue(due));
}

const graph = readImportGraph(root);
/** Every item needs these, whatever it imports. */
const always = ['package-lock.json'];

/** Files that differ between a commit and what is here; null if the commit isn't known here. */
function changedSince(commit: string): ReadonlySet<string> | null {
  try {
    const changed = [...git('diff', '--name-only', commit), ...git('ls-files', '--others', '--exclude-standard')];
    return new Set(changed);
  } catch {
    return null;
  }
}

/** The lines of git's output. */
function git(...words: readonly string[]): string[] {
  const printed = execFileSync('git', words, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
  return printed.split('\n').filter((line) => line !== '');
}

interface RunOptions {
  readonly budgetSeconds: number;
  /** Leaves out what installs packages while it runs. */
  readonly installedOnly: boolean;
}

/** Runs the items until the budget is used up, and prints what was proven and what was not. */
async function runAll(all: readonly Due[], { budgetSeconds, installedOnly }: RunOptions): Promise<void> {
  const installing = all.filter(({ item }) => installedOnly && item.installs === true);
  const dues = all.filter((due) => !installing.includes(due));
  const until = performance.now() + budgetSeconds * 1000;
  const counts = { passed: 0, failed: 0 };
  const left: string[] = [];
  const head = git('rev-parse', 'HEAD')[0] ?? '';
  const isClean = git('status', '--porcelain').every((line) => line.endsWith('test/deep.json'));
  if (!isClean) console.log('Files are uncommitted: the results are not recorded.');
  for (const due of dues) {
    const secondsLeft = (until - performance.now()) / 1000;
    if (due.expectedSeconds > secondsLeft) {
      left.push(describeDue(due));
      continue;
    }
    console.log(`… ${describeDue(due)}`);
    const ended = await proveItem({
      root,
      item: due.item,
      seed: due.last?.nextSeed ?? 1,
      secondsLeft,
      say: console.log,
    });
    if (ended.result === 'outOfTime') {
      left.push(describeDue(due));
      continue;
    }
    counts[ended.result === 'failed' ? 'failed' : 'passed'] += 1;
    console.log(`${ended.result === 'passed' ? '✓' : '✗'} ${due.item.name}: ${ended.result} in ${ended.seconds} s`);
    if (isClean) writeRun(recordPath, due.item.name, runOf(due, ended, head));
  }
  if (left.length > 0) console.log(`\nNot run, as the time did not suffice:\n${left.join('\n')}`);
  if (installing.length > 0)
    console.log(`\nNot run, as they install packages of other languages:\n${installing.map(describeDue).join('\n')}`);
  console.log(`\n${counts.passed} passed, ${counts.failed} failed`);
  if (counts.failed > 0) process.exitCode = 1;
}

function runOf({ item: { seeded }, last }: Due, proven: Proven, commit: string): DeepRun {
  const { result, seconds, canaryAfterSeeds } = proven;
  const seed = last?.nextSeed ?? 1;
  return {
    commit,
    ended: new Date().toISOString(),
    seconds,
    result: result === 'outOfTime' ? 'failed' : result,
    ...(seeded && { nextSeed: result === 'failed' ? seed : seed + seeded.seeds, canaryAfterSeeds }),
  };
}

await main();
