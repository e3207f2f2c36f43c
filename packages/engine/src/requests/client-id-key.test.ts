import { expect, test } from 'vitest';
import { ClientIdKey } from './client-id-key.ts';

function read(id: unknown, owner = 1000, seed = 7): ClientIdKey | null {
  const commandKey = new ClientIdKey(seed);
  return commandKey.read(owner, 0, id) ? commandKey : null;
}

test.each(['', 'a'.repeat(65), 'a b', 'ä', '€uro', 'order-1\u0000', 5, null, undefined])('%j is not an id', (id) => {
  expect(read(id)).toBe(null);
});

test('only customers have ids', () => {
  expect(read('order-1', 999)).toBe(null);
  expect(read('order-1', 1000.5)).toBe(null);
});

test('neighbouring ids, owners and seeds have different hashes, equal ones the same', () => {
  const hashes = ['order-1', 'order-2', 'order-11', 'x'.repeat(64)].map((id) => read(id)?.hash);
  hashes.push(read('order-1', 1001)?.hash, read('order-1', 1000 + 2 ** 32)?.hash, read('order-1', 1000, 8)?.hash);
  expect(new Set(hashes).size).toBe(hashes.length);
  expect(hashes).not.toContain(undefined);
  expect(read('order-1')?.hash).toBe(hashes[0]);
});
