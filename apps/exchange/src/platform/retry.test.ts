import { expect, test, vi } from 'vitest';
import { waitFor } from '../../testing/wait-for.ts';
import { backoffMs, retry } from './retry.ts';

const quick = { firstMs: 1, maxMs: 2 };

test('the wait doubles up to its maximum, and up to half of it is random', () => {
  const backoff = { firstMs: 100, maxMs: 1_000 };
  expect([1, 2, 3, 4, 5, 60].map((failures) => backoffMs(failures, backoff, () => 1))).toEqual([
    100, 200, 400, 800, 1_000, 1_000,
  ]);
  expect([1, 5].map((failures) => backoffMs(failures, backoff, () => 0))).toEqual([50, 500]);
});

test('work is attempted until it succeeds, and every failure is reported', async () => {
  const failures: unknown[] = [];
  let attempts = 0;
  const work = async (): Promise<string> => {
    attempts += 1;
    if (attempts < 4) throw new Error(`attempt ${attempts}`);
    return 'done';
  };
  expect(await retry(work, { ...quick, onFailure: (error) => failures.push(error) })).toBe('done');
  expect(failures).toEqual([new Error('attempt 1'), new Error('attempt 2'), new Error('attempt 3')]);
});

test('an error that cannot be retried is thrown immediately', async () => {
  const work = vi.fn<() => Promise<never>>(() => Promise.reject(new Error('no')));
  await expect(retry(work, { ...quick, shouldRetry: () => work.mock.calls.length < 2 })).rejects.toThrow('no');
  expect(work).toHaveBeenCalledTimes(2);
});

test('an abort ends the wait immediately', async () => {
  const ending = new AbortController();
  const work = vi.fn<() => Promise<never>>(() => Promise.reject(new Error('no')));
  const attempts = retry(work, { firstMs: 60_000, maxMs: 60_000, signal: ending.signal });
  await waitFor(() => expect(work).toHaveBeenCalledOnce());
  ending.abort();
  await expect(attempts).rejects.toThrow('abort');
  expect(work).toHaveBeenCalledOnce();
});
