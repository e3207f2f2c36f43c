import { expect, test } from 'vitest';
import { FloodCounter } from './flood-counter.ts';

function openCounter(maxAddresses = 10) {
  const clock = { ms: 0 };
  const counter = new FloodCounter(maxAddresses, () => clock.ms);
  const count = (address: string): { current: number; ttl: number } => {
    let result = { current: -1, ttl: -1 };
    counter.incr(address, (_error, counted) => (result = counted), 10_000);
    return result;
  };
  return { clock, count };
}

test('counts each address separately and reports the remainder of its window', () => {
  const { clock, count } = openCounter();
  expect(count('a')).toEqual({ current: 1, ttl: 10_000 });
  clock.ms = 4000;
  expect(count('a')).toEqual({ current: 2, ttl: 6000 });
  expect(count('b')).toEqual({ current: 1, ttl: 10_000 });
  clock.ms = 9999;
  expect(count('a')).toEqual({ current: 3, ttl: 1 });
  clock.ms = 10_000;
  expect(count('a')).toEqual({ current: 1, ttl: 10_000 });
  expect(count('b')).toEqual({ current: 2, ttl: 4000 });
});

test('past its limit of addresses, evicts those whose window began first', () => {
  const { clock, count } = openCounter(2);
  count('a');
  count('b');
  clock.ms = 10_000;
  count('a');
  count('c');
  expect(count('a').current).toBe(2);
  expect(count('b').current).toBe(1);
  expect(count('c').current).toBe(2);
  expect(count('a').current).toBe(1);
});
