import { expect, test } from 'vitest';
import { drill } from './drill.ts';

/** The long one is `npm run drill`, which fills a disk too. */
test('whatever dies while customers trade, all that was answered is there, once, and nothing that was refused', async () => {
  const said: string[] = [];
  const { found, ...counts } = await drill({ rounds: 1, seed: 1, say: (line) => said.push(line) });
  expect(found).toEqual([]);
  expect(counts.faults).toBe(said.length);
  expect(counts.answered).toBeGreaterThan(600);
  expect(counts.unknown).toBeGreaterThan(0);
}, 180_000);
