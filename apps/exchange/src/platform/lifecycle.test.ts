import { setTimeout as delay } from 'node:timers/promises';
import { expect, test, vi } from 'vitest';
import { waitFor } from '../../testing/wait-for.ts';
import { createJob } from './jobs.ts';
import { createLifecycle } from './lifecycle.ts';

test('resources are closed one after the other, the newest first', async () => {
  const events: string[] = [];
  const lifecycle = createLifecycle({});
  for (const name of ['pool', 'server', 'streams']) {
    lifecycle.onClose(async () => {
      events.push(`${name} closes`);
      await delay(2);
      events.push(`${name} is closed`);
    });
  }
  expect(lifecycle.isClosing).toBe(false);
  const closing = lifecycle.close();
  expect(lifecycle.isClosing).toBe(true);
  await closing;
  expect(events).toEqual([
    'streams closes',
    'streams is closed',
    'server closes',
    'server is closed',
    'pool closes',
    'pool is closed',
  ]);
});

test('jobs are drained before anything is closed, even those started before a resource was opened', async () => {
  const events: string[] = [];
  const lifecycle = createLifecycle({});
  const run = async (signal: AbortSignal): Promise<void> => {
    events.push('runs');
    await new Promise((resolve) => signal.addEventListener('abort', resolve));
    await delay(5);
    events.push('drained');
  };
  lifecycle.startJob(createJob({ name: 'test.job', everyMs: 1, firstMs: 0, run }));
  lifecycle.onClose(() => events.push('closed'));
  await waitFor(() => expect(events).toEqual(['runs']));
  expect(lifecycle.jobs.map(({ name }) => name)).toEqual(['test.job']);
  await lifecycle.close();
  expect(events).toEqual(['runs', 'drained', 'closed']);
});

test('a job started after closing began never runs', async () => {
  const lifecycle = createLifecycle({});
  const run = vi.fn<() => void>();
  await lifecycle.close();
  lifecycle.startJob(createJob({ name: 'late', everyMs: 1, firstMs: 0, run }));
  await delay(5);
  expect(run).not.toHaveBeenCalled();
});

test('a failure while closing does not keep the rest open; closing twice closes once', async () => {
  const closed: string[] = [];
  const lifecycle = createLifecycle({});
  lifecycle.onClose(() => closed.push('first'));
  lifecycle.onClose(() => {
    throw new Error('it does not close');
  });
  lifecycle.onClose(() => closed.push('last'));
  await expect(lifecycle.close()).rejects.toThrow('it does not close');
  await expect(lifecycle.close()).rejects.toThrow('it does not close');
  expect(closed).toEqual(['last', 'first']);
});
