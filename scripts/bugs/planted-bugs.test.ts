import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { plantedBugs } from './planted-bugs.ts';

const source = join(import.meta.dirname, '../../packages/engine/src');

test.each(plantedBugs.map((bug) => [bug.name, bug] as const))('%s: can be planted', (_name, { file, right, wrong }) => {
  expect(readFileSync(join(source, file), 'utf8').split(right)).toHaveLength(2);
  expect(wrong).not.toBe(right);
});

test('there are many, and each has its own name', () => {
  expect(new Set(plantedBugs.map(({ name }) => name)).size).toBe(plantedBugs.length);
  expect(plantedBugs.length).toBeGreaterThanOrEqual(30);
});
