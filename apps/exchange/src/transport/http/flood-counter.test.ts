import { expect, test } from 'vitest';
import { FloodCounter } from './flood-counter.ts';

function openCounter(most = 10) {
  const clock = { ms: 0 };
  const counter = new FloodCounter(most, () => clock.ms);
  const count = (address: string): { current: number; ttl: number } => {
    let told = { current: -1, ttl: -1 };
    counter.incr(address, (_error, counted) => (told = counted), 10_000);
    return told;
  };
  return { clock, count };
}

test('counts each address by itself, and tells what is left of its window', () => {
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

test('keeps so many addresses at most: those that began first are forgotten first', () => {
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
