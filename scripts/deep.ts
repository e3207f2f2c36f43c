import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { type Due, rankItems } from './deep/choose.ts';
import { readImportGraph } from './deep/import-graph.ts';
import { deepItems } from './deep/items.ts';
import { type DeepRun, readRecord, writeRun } from './deep/record.ts';
import { type EndedItem, runItem, tailOf } from './deep/run-item.ts';

const root = join(import.meta.dirname, '..');
const recordPath = join(root, 'test/deep.json');

/**
 * `npm run test:deep`: everything that takes too long for `npm test`: drills, seeds, attacks, upgrades, clusters, walks over every page. What changes touch
 * since it last passed comes first, then what has not run for the longest time. Words choose items by parts of their names. `-- --minutes 30` is a budget;
 * what does not fit is listed at the end. `-- --touched` leaves out what no change touches, `-- --list` only shows the order. `test/deep.json` keeps commit,
 * time and result of each item, unless files are uncommitted.
 */
async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    options: {
      minutes: { type: 'string', default: 'Infinity' },
      touched: { type: 'boolean', default: false },
      list: { type: 'boolean', default: false },
    },
    allowPositionals: true,
  });
  const isChosen = ({ item, distance }: Due): boolean =>
    (positionals.length === 0 || positionals.some((word) => item.name.includes(word))) &&
    (!values.touched || distance !== null);
  const dues = rankItems({
    items: deepItems(root),
    record: readRecord(recordPath),
    changedSince,
    distancesFrom: (roots) => graph.distancesFrom([...roots, ...always]),
  }).filter(isChosen);
  if (values.list) for (const due of dues) console.log(describe(due));
  else await runAll(dues, Number(values.minutes) * 60);
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

function describe({ item, last, distance, expectedSeconds }: Due): string {
  const passed = last === null ? 'never ran' : `${last.result} at ${last.commit.slice(0, 8)}, ${last.ended}`;
  const why = distance === null ? 'untouched' : 'due';
  return `${item.name.padEnd(28)} ${why.padEnd(10)} about ${String(expectedSeconds).padStart(4)} s   ${passed}`;
}

/** Runs the items until the budget is used up, and prints what was proven and what was not. */
async function runAll(dues: readonly Due[], budgetSeconds: number): Promise<void> {
  const until = performance.now() + budgetSeconds * 1000;
  const counts = { passed: 0, failed: 0 };
  const left: string[] = [];
  const head = git('rev-parse', 'HEAD')[0] ?? '';
  const isClean = git('status', '--porcelain').every((line) => line.endsWith('test/deep.json'));
  if (!isClean) console.log('Files are uncommitted: the results are not recorded.');
  for (const due of dues) {
    const secondsLeft = (until - performance.now()) / 1000;
    if (due.expectedSeconds > secondsLeft) {
      left.push(describe(due));
      continue;
    }
    console.log(`… ${describe(due)}`);
    const ended = await proveItem(due, secondsLeft);
    if (ended.result === 'outOfTime') {
      left.push(describe(due));
      continue;
    }
    counts[ended.result === 'failed' ? 'failed' : 'passed'] += 1;
    console.log(`${ended.result === 'passed' ? '✓' : '✗'} ${due.item.name}: ${ended.result} in ${ended.seconds} s`);
    if (isClean) writeRun(recordPath, due.item.name, runOf(due, ended, head));
  }
  if (left.length > 0) console.log(`\nNot run, as the time did not suffice:\n${left.join('\n')}`);
  console.log(`\n${counts.passed} passed, ${counts.failed} failed`);
  if (counts.failed > 0) process.exitCode = 1;
}

type Proven = Omit<EndedItem, 'result'> & { readonly result: DeepRun['result'] | 'outOfTime' };

/** Runs an item, and again after a failure: one that then passes is flaky, which the record shows. */
async function proveItem({ item, last }: Due, secondsLeft: number): Promise<Proven> {
  const log = join(root, 'test-results/deep', `${item.name.replaceAll(/\W+/g, '-')}.log`);
  const command = item.command(last?.nextSeed ?? 1);
  const first = await runItem({ root, command, log, maxSeconds: Math.min(secondsLeft, item.maxMinutes * 60) });
  if (first.result !== 'failed') return first;
  console.log(`${tailOf(log)}\n${item.name} failed after ${first.seconds} s; it runs again.`);
  const again = await runItem({ root, command, log, maxSeconds: item.maxMinutes * 60 });
  return { seconds: again.seconds, result: again.result === 'passed' ? 'flaky' : 'failed' };
}

function runOf({ item, last }: Due, { result, seconds }: Proven, commit: string): DeepRun {
  const seed = last?.nextSeed ?? 1;
  return {
    commit,
    ended: new Date().toISOString(),
    seconds,
    result: result === 'outOfTime' ? 'failed' : result,
    ...(item.seeds > 0 && { nextSeed: result === 'failed' ? seed : seed + item.seeds }),
  };
}

await main();
