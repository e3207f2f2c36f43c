import { expect, test } from 'vitest';
import { describeDue } from './describe-due.ts';
import type { DeepItem } from './item.ts';
import type { DeepRun } from './record.ts';

const seeded = { seeds: 5, canary: { plants: 'a lost order', command: () => [], finds: [] } };
const run: DeepRun = { commit: '0123456789', ended: '2026-11-29', seconds: 7, result: 'passed' };

function describe(last: DeepRun | null, item: Partial<DeepItem> = {}): string {
  const whole = { name: 'drill', roots: [], command: () => [], seeded, maxMinutes: 1, ...item };
  return describeDue({ item: whole, last, distance: 0, isWaiting: false, expectedSeconds: 7 });
}

test.each<[string, DeepRun | null, string]>([
  ['never ran', null, 'never ran, next seed 1, no canary yet'],
  ['found its canary', { ...run, nextSeed: 6, canaryAfterSeeds: 3 }, 'next seed 6, its canary was found after 3 seeds'],
  ['found it at once', { ...run, nextSeed: 6, canaryAfterSeeds: 1 }, 'its canary was found after 1 seed'],
  ['did not find it', { ...run, result: 'failed', canaryAfterSeeds: null }, 'its canary was NOT found'],
  ['was recorded before canaries', { ...run, nextSeed: 6 }, 'next seed 6, no canary yet'],
])('the list says of an item that %s', (_what, last, line) => {
  expect(describe(last)).toContain(line);
});

test('the list says nothing of seeds where there are none', () => {
  expect(describe(run, { seeded: null })).not.toMatch(/seed|canary/);
});
