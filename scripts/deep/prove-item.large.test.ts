import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import type { DeepItem } from './item.ts';
import { proveItem, type Proven } from './prove-item.ts';

const root = mkdtempSync(join(tmpdir(), 'fft-deep-'));
afterAll(() => {
  rmSync(root, { recursive: true });
});

/** Runs JavaScript in a program of its own. */
const program = (code: string) => (): readonly string[] => [process.execPath, '-e', code];
const passes = program('');
const finds = program("console.log('seed 12: two balances differ'); process.exit(1)");

async function prove(
  canary: () => readonly string[],
  { command = passes, ...more }: Partial<DeepItem> & { readonly secondsLeft?: number } = {},
): Promise<Omit<Proven, 'seconds'> & { readonly said: string }> {
  const lines: string[] = [];
  const { result, canaryAfterSeeds } = await proveItem({
    root,
    item: {
      name: 'drill',
      roots: [],
      command,
      seeded: {
        seeds: 5,
        canary: { plants: 'a lost order', command: canary, finds: [/^seed (?<seed>\d+): /m, /balances differ/] },
      },
      maxMinutes: 1,
      ...more,
    },
    seed: 10,
    secondsLeft: 60,
    say: (line) => lines.push(line),
    ...more,
  });
  return { result, canaryAfterSeeds, said: lines.join('\n') };
}

test('an item passes if its canary was found first, and says after how many seeds', async () => {
  const proven = await prove(finds);
  expect(proven).toMatchObject({ result: 'passed', canaryAfterSeeds: 3 });
  expect(proven.said).toContain('its canary (a lost order) was found after 3 seeds');
});

test.each<[string, () => readonly string[]]>([
  ['passes', passes],
  ['fails for another reason', program("console.log('seed 12: no such file'); process.exit(1)")],
  ['names its bug, and passes', program("console.log('seed 12: two balances differ')")],
  ['finds only a part of what was planted', program("console.log('two balances differ'); process.exit(1)")],
])('an item is red whose canary %s, and does not run', async (_what, canary) => {
  const proven = await prove(canary, { command: program('throw new Error()') });
  expect(proven).toMatchObject({ result: 'failed', canaryAfterSeeds: null });
  expect(proven.said).toContain('drill did not find its canary: a lost order.');
});

test('a found canary does not excuse a failure', async () => {
  expect(await prove(finds, { command: program('process.exit(1)') })).toMatchObject({ result: 'failed' });
});

test('an item that fails once and then passes is flaky', async () => {
  const file = join(root, 'was-here');
  const once = program(`require('fs').mkdirSync(${JSON.stringify(file)}, { recursive: true }) && process.exit(1)`);
  expect(await prove(finds, { command: once })).toMatchObject({ result: 'flaky', canaryAfterSeeds: 3 });
});

test('a test file gets its seed, and its canary is told to plant the bug', async () => {
  const isTold = program(
    "process.env.DEEP_CANARY === '1' && console.log(`seed ${process.env.DEEP_SEED}: balances differ`); process.exit(1)",
  );
  const isNotTold = program("process.exit(process.env.DEEP_SEED === '10' && !process.env.DEEP_CANARY ? 0 : 1)");
  expect(await prove(isTold, { command: isNotTold })).toMatchObject({ result: 'passed', canaryAfterSeeds: 1 });
});

test('an item without seeds has no canary', async () => {
  expect(await prove(passes, { seeded: null })).toEqual({ result: 'passed', canaryAfterSeeds: null, said: '' });
});

const forever = program('setInterval(() => undefined, 1_000)');

test('what a budget ends is left for another time; what hangs has failed', async () => {
  expect(await prove(finds, { command: forever, secondsLeft: 2 })).toMatchObject({ result: 'outOfTime' });
  expect(await prove(finds, { command: forever, maxMinutes: 0.01 })).toMatchObject({ result: 'failed' });
}, 30_000);
