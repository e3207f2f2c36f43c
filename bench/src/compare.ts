import { execFileSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildServer } from '../../scripts/build-server.ts';
import { compareEngine } from './compare/engine-rows.ts';
import { compareAtHalf, compareDoors, compareFanOut, type Side, startSide } from './compare/exchange-rows.ts';
import { compareProcesses } from './compare/process-rows.ts';
import { type Pair, say } from './compare/row.ts';

/**
 * Compares this build with another commit's (`npm run bench:compare <commit>`), or with itself under another setting (`GATEWAYS=2`). Both sides take turns.
 * Further arguments choose parts; all take some twenty minutes.
 */

const root = join(import.meta.dirname, '../..');
type Setting = Readonly<Record<string, string>>;

/** Parts that run exchanges as they are by default; both are up at once. */
const ofExchanges: Readonly<Record<string, (sides: Pair<Side>) => Promise<void>>> = {
  half: compareAtHalf,
  'fan-out': compareFanOut,
};

/** Parts that need the trees alone. */
const ofTrees: Readonly<Record<string, (trees: Pair<string>) => Promise<void>>> = {
  processes: compareProcesses,
  engine: compareEngine,
};

const parts = ['doors', ...Object.keys(ofExchanges), ...Object.keys(ofTrees)];

async function compareCommit(commit: string, chosen: readonly string[]): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'fft-compare-'));
  const other = join(folder, 'tree');
  const run = (command: string, ...given: readonly string[]): void =>
    void execFileSync(command, given, { cwd: other, stdio: ['ignore', 'ignore', 'inherit'] });
  execFileSync('git', ['worktree', 'add', '--detach', other, commit], { cwd: root, stdio: 'inherit' });
  try {
    say(`Installing and building ${commit}.`);
    run('npm', 'ci', '--no-audit', '--no-fund');
    run(process.execPath, 'scripts/build-server.ts');
    await buildServer();
    await compareExchanges([other, root], {}, chosen);
    for (const [name, compare] of Object.entries(ofTrees)) if (chosen.includes(name)) await compare([other, root]);
  } finally {
    execFileSync('git', ['worktree', 'remove', '--force', other], { cwd: root });
    await rm(folder, { recursive: true, force: true });
  }
}

/** @param setting like `GATEWAYS=2` */
async function compareSetting(setting: string, chosen: readonly string[]): Promise<void> {
  const [name = '', value = ''] = setting.split('=');
  await buildServer();
  await compareExchanges([root, root], { [name]: value }, chosen);
}

async function compareExchanges([before, now]: Pair<string>, setting: Setting, chosen: readonly string[]) {
  const start = async (isBeforeFirst: boolean, work: (sides: Pair<Side>) => Promise<void>): Promise<void> => {
    const started: Side[] = [];
    const add = async (tree: string, own: Setting): Promise<Side> => {
      const side = await startSide(tree, own);
      started.push(side);
      return side;
    };
    try {
      const early = isBeforeFirst ? await add(before, {}) : null;
      const second = await add(now, setting);
      await work([early ?? (await add(before, {})), second]);
    } finally {
      await Promise.all(started.map(({ exchange }) => exchange.stop()));
    }
  };
  if (chosen.includes('doors')) await compareDoors(start);
  const wanted = Object.entries(ofExchanges).filter(([name]) => chosen.includes(name));
  if (wanted.length === 0) return;
  await start(true, async (sides) => {
    for (const [, compare] of wanted) await compare(sides);
  });
}

const [other, ...given] = process.argv.slice(2);
const unknown = given.find((part) => !parts.includes(part));
if (other === undefined || unknown !== undefined)
  throw new Error(`npm run bench:compare <commit or setting> [${parts.join(' | ')} …]`);
const chosen = given.length === 0 ? parts : given;
await (other.includes('=') ? compareSetting(other, chosen) : compareCommit(other, chosen));
