import { expect, test } from 'vitest';
import { drill } from './drill.ts';

/** Given by the deep run. The long form is `npm run drill`, which also fills a disk. */
const seed = Number(process.env['DEEP_SEED'] ?? 1);

test('after every kill under load, each answered order exists once and no refused order exists', async () => {
  const said: string[] = [];
  const { found, ...counts } = await drill({ rounds: 1, seed, say: (line) => said.push(line) });
  expect(found).toEqual([]);
  expect(counts.faults).toBe(said.length);
  expect(counts.answered).toBeGreaterThan(600);
  expect(counts.unknown).toBeGreaterThan(0);
}, 180_000);
