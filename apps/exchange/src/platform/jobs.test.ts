import { setTimeout as delay } from 'node:timers/promises';
import { expect, test, vi } from 'vitest';
import { waitFor } from '../../testing/wait-for.ts';
import { createJob, orAborted, startJob, type JobRun } from './jobs.ts';

test('a run never overlaps the previous one', async () => {
  let running = 0;
  let most = 0;
  let runs = 0;
  const job = startJob({
    name: 'slow',
    everyMs: 1,
    run: async () => {
      most = Math.max(most, ++running);
      await delay(5);
      running -= 1;
      runs += 1;
    },
  });
  for (let woken = 0; woken < 10; woken += 1) {
    job.wake();
    await delay(2);
  }
  await waitFor(() => expect(runs).toBeGreaterThan(3));
  await job.stop();
  expect(most).toBe(1);
});

test('stopping aborts the current run, waits for its end, and prevents further runs', async () => {
  const events: string[] = [];
  const job = startJob({
    name: 'long',
    everyMs: 1,
    firstMs: 0,
    run: async (signal) => {
      events.push('begun');
      await new Promise((resolve) => signal.addEventListener('abort', resolve));
      await delay(10);
      events.push('ended');
    },
  });
  await waitFor(() => expect(events).toEqual(['begun']));
  job.wake();
  await job.stop();
  expect(events).toEqual(['begun', 'ended']);
  job.wake();
  job.start();
  await delay(10);
  expect(events).toEqual(['begun', 'ended']);
});

test('wakes during a run lead to one more run', async () => {
  let runs = 0;
  const begun = Promise.withResolvers<void>();
  const job = startJob({
    name: 'woken',
    everyMs: 60_000,
    firstMs: 0,
    run: () => {
      runs += 1;
      return runs === 1 ? begun.promise : Promise.resolve();
    },
  });
  await waitFor(() => expect(runs).toBe(1));
  for (let woken = 0; woken < 5; woken += 1) job.wake();
  begun.resolve();
  await waitFor(() => expect(runs).toBe(2));
  await delay(10);
  expect(runs).toBe(2);
  await job.stop();
});

test('a job woken before its start runs as soon as it is started', async () => {
  const run = vi.fn<() => void>();
  const job = createJob({ name: 'early', everyMs: 60_000, run });
  job.wake();
  expect(run).not.toHaveBeenCalled();
  job.start();
  await waitFor(() => expect(run).toHaveBeenCalledOnce());
  await job.stop();
});

test('a failed run is logged and measured by its job’s name, and the next follows after the failure pause', async () => {
  const lines: unknown[] = [];
  const runs: JobRun[] = [];
  const started: string[] = [];
  const job = createJob({
    name: 'funds.broken',
    everyMs: 60_000,
    firstMs: 0,
    afterFailureMs: 1,
    run: () => {
      if (runs.length === 0) throw new Error('no');
    },
  });
  job.start({
    log: { error: (...line: unknown[]) => lines.push(line) },
    onStart: (name) => started.push(name),
    onRun: (run) => runs.push(run),
  });
  await waitFor(() => expect(runs).toHaveLength(2));
  await job.stop();
  expect(started).toEqual(['funds.broken']);
  expect(runs.map(({ name, hasFailed }) => [name, hasFailed])).toEqual([
    ['funds.broken', true],
    ['funds.broken', false],
  ]);
  expect(lines).toEqual([[{ err: new Error('no'), job: 'funds.broken' }, 'job.failed']]);
});

test('an aborted run has not failed', async () => {
  const runs: JobRun[] = [];
  const error = vi.fn<() => void>();
  const job = createJob({
    name: 'aborted',
    everyMs: 1,
    firstMs: 0,
    run: (signal) => delay(60_000, undefined, { signal }),
  });
  job.start({ log: { error }, onRun: (run) => runs.push(run) });
  await delay(5);
  await job.stop();
  expect(runs).toMatchObject([{ hasFailed: false }]);
  expect(error).not.toHaveBeenCalled();
});

test('a leader-only job runs once its process becomes leader', async () => {
  let isLeader = false;
  const run = vi.fn<() => void>();
  const job = startJob({ name: 'led', everyMs: 2, leaderOnly: () => isLeader, run });
  job.wake();
  await delay(20);
  expect(run).not.toHaveBeenCalled();
  isLeader = true;
  await waitFor(() => expect(run).toHaveBeenCalled());
  await job.stop();
});

test('an abort ends the wait for work that never finishes', async () => {
  const ending = new AbortController();
  const waiting = orAborted(new Promise(() => undefined), ending.signal);
  ending.abort();
  await expect(waiting).rejects.toThrow('The job was stopped');
  await expect(orAborted(Promise.resolve(1), new AbortController().signal)).resolves.toBe(1);
  await expect(orAborted(Promise.reject(new Error('no')), new AbortController().signal)).rejects.toThrow('no');
});
