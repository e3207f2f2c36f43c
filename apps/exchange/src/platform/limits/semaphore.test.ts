import { setTimeout as delay } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { Semaphore } from './semaphore.ts';

const refuse = () => new Error('no turn');

test('a caller runs two at a time, a few wait, and the rest are refused; other callers do not wait', async () => {
  const semaphore = new Semaphore({ maxRunning: 2, maxWaiting: 1, refuse });
  const gate = Promise.withResolvers<string>();
  const work = () => gate.promise;
  const running = [semaphore.run('a', work), semaphore.run('a', work), semaphore.run('a', work)];
  await expect(semaphore.run('a', work)).rejects.toThrow('no turn');
  expect(await semaphore.run('b', async () => 'at once')).toBe('at once');
  gate.resolve('done');
  expect(await Promise.all(running)).toEqual(['done', 'done', 'done']);
  expect(await semaphore.run('a', async () => 'free again')).toBe('free again');
});

test('a call that waits too long is refused and frees its slot', async () => {
  const semaphore = new Semaphore({ maxRunning: 1, maxWaiting: 5, maxWaitMs: 5, refuse });
  const gate = Promise.withResolvers<void>();
  const first = semaphore.run('a', () => gate.promise);
  await expect(semaphore.run('a', () => delay(0))).rejects.toThrow('no turn');
  gate.resolve();
  await first;
  await expect(semaphore.run('a', async () => 'free')).resolves.toBe('free');
});
