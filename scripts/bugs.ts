import { execFile } from 'node:child_process';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { PlantedBug } from './bugs/planted-bug.ts';
import { plantedBugs } from './bugs/planted-bugs.ts';
import { copyEngine, plantBug } from './engine-copy.ts';

/** The quick suites first: most mistakes are seen there. */
const suites = [
  [
    'contract',
    'bounds',
    'work',
    'timers',
    'rejection',
    'forms',
    'listing',
    'auctions',
    'cancel-states',
    'withdrawal',
    'orders-page',
    'halts',
    'ladder',
    'hash-index',
    'snapshot',
    'pair',
    'trailing',
    'trail-queue',
    'bracket',
    'fee-protection',
    'order-rules',
    'convert',
  ],
  ['differential'],
];
const run = promisify(execFile);

/** Plants each mistake in a copy of the engine and sees whether its tests notice. `npm run bugs -- iceberg` plants those with the word in their names. */
async function main(): Promise<void> {
  const [word = ''] = process.argv.slice(2);
  const chosen = plantedBugs.filter(({ name }) => name.includes(word));
  const folder = await copyEngine();
  try {
    if ((await catching(folder)) !== null) throw new Error('the tests fail without any bug');
    const missed: string[] = [];
    for (const bug of chosen) {
      const suite = await plant(folder, bug);
      if (suite === null) missed.push(bug.name);
      console.log(`${suite === null ? 'MISSED' : 'caught'}  ${bug.name}${suite === null ? '' : ` (${suite})`}`);
    }
    console.log(`${chosen.length - missed.length} of ${chosen.length} caught`);
    if (missed.length > 0) process.exitCode = 1;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** The suite that notices the mistake, or null. */
async function plant(folder: string, bug: PlantedBug): Promise<string | null> {
  const takeOut = await plantBug(folder, bug);
  try {
    return await catching(folder);
  } finally {
    await takeOut();
  }
}

async function catching(folder: string): Promise<string | null> {
  for (const files of suites) {
    const names = files.map((name) => `${name}.test.ts`);
    const args = ['run', '--project', 'unit', '--bail', '1', '--reporter', 'json', ...names];
    // A mistake may well lead to an endless loop: that is noticed too.
    const options = { cwd: folder, timeout: 120_000, maxBuffer: 1e9 };
    try {
      await run(join(folder, 'node_modules/.bin/vitest'), args, options);
    } catch (error) {
      if (!(error instanceof Error && 'stdout' in error)) throw error;
      return files.length === 1 ? files.join() : 'quick suites';
    }
  }
  return null;
}

await main();
