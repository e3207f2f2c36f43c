import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Canary, DeepItem } from './item.ts';
import type { DeepRun } from './record.ts';
import { runItem, tailOf, type EndedItem } from './run-item.ts';

export interface Proven {
  readonly seconds: number;
  readonly result: DeepRun['result'] | 'outOfTime';
  /** Seeds until its canary was found; null if it was not, or if the item has none. */
  readonly canaryAfterSeeds: number | null;
}

export interface ProveItem {
  readonly root: string;
  readonly item: DeepItem;
  /** The first seed that no run had yet. */
  readonly seed: number;
  readonly secondsLeft: number;
  readonly say: (line: string) => void;
}

const maxCanaryMinutes = 10;

/** Runs a seeded item's canary, which must be found; then the item, and again after a failure: one that then passes is flaky, which the record shows. */
export async function proveItem({ root, item, seed, secondsLeft, say }: ProveItem): Promise<Proven> {
  const log = join(root, 'test-results/deep', `${item.name.replaceAll(/\W+/g, '-')}.log`);
  async function run(command: readonly string[], limits: Limits, more: Readonly<Record<string, string>> = {}) {
    const maxSeconds = Math.min(limits.secondsLeft, limits.maxMinutes * 60);
    const ended = await runItem({ root, command, environment: { DEEP_SEED: `${seed}`, ...more }, log, maxSeconds });
    const hangs = ended.result === 'outOfTime' && maxSeconds < limits.secondsLeft;
    return hangs ? { ...ended, result: 'failed' as const } : ended;
  }
  let canary = { seconds: 0, afterSeeds: null as number | null };
  if (item.seeded) {
    const { command, plants } = item.seeded.canary;
    const ended = await run(command(seed), { secondsLeft, maxMinutes: maxCanaryMinutes }, { DEEP_CANARY: '1' });
    const { seconds } = ended;
    const afterSeeds = seedsUntilFound(item.seeded.canary, { ...ended, printed: readFileSync(log, 'utf8') }, seed);
    canary = { seconds, afterSeeds };
    if (ended.result === 'outOfTime') return { seconds, result: 'outOfTime', canaryAfterSeeds: null };
    if (afterSeeds === null) {
      say(`${tailOf(log)}\n${item.name} did not find its canary: ${plants}.`);
      return { seconds, result: 'failed', canaryAfterSeeds: null };
    }
    say(`  its canary (${plants}) was found after ${afterSeeds} ${afterSeeds === 1 ? 'seed' : 'seeds'}`);
  }
  const proven = (seconds: number, result: Proven['result']): Proven => ({
    seconds: canary.seconds + seconds,
    result,
    canaryAfterSeeds: canary.afterSeeds,
  });
  const { maxMinutes } = item;
  const first = await run(item.command(seed), { secondsLeft: secondsLeft - canary.seconds, maxMinutes });
  if (first.result !== 'failed') return proven(first.seconds, first.result);
  say(`${tailOf(log)}\n${item.name} failed after ${first.seconds} s; it runs again.`);
  // Whether a failure repeats is worth more than the budget.
  const again = await run(item.command(seed), { secondsLeft: Infinity, maxMinutes });
  return proven(again.seconds, again.result === 'passed' ? 'flaky' : 'failed');
}

interface Limits {
  /** What then still runs is left for another time. */
  readonly secondsLeft: number;
  /** What then still runs hangs. */
  readonly maxMinutes: number;
}

interface EndedCanary extends EndedItem {
  readonly printed: string;
}

/** A failure for another reason finds nothing, and neither does a report of the bug by a run that passes. */
function seedsUntilFound({ finds }: Canary, { result, printed }: EndedCanary, from: number): number | null {
  const found = finds.map((pattern) => pattern.exec(printed));
  if (result !== 'failed' || found.some((each) => each === null)) return null;
  const seed = found.find((each) => each?.groups?.['seed'] !== undefined)?.groups?.['seed'];
  return seed === undefined ? 1 : Number(seed) - from + 1;
}
