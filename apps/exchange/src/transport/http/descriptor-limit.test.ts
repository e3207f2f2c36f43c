import { expect, test } from 'vitest';
import { connectionsFor, descriptorLimit } from './descriptor-limit.ts';

test('reports how many files this process may open', () => {
  expect(descriptorLimit()).toBeGreaterThan(100);
});

test.each<[wanted: number, descriptors: number, connections: number]>([
  [20_000, 1_000_000, 20_000],
  [20_000, 20_000, 16_000],
  [20_000, 1_024, 768],
  [20_000, 256, 128],
  [100, 20_000, 100],
  [20_000, Number.MAX_SAFE_INTEGER, 20_000],
])('of %i wanted connections with %i descriptors there are %i', (wanted, descriptors, connections) => {
  expect(connectionsFor(wanted, descriptors)).toBe(connections);
});
