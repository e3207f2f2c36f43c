import { afterEach, expect, test, vi } from 'vitest';
import { retryUntilLoaded } from './retry-until-loaded.ts';

afterEach(() => vi.useRealTimers());

test('code that fails to load is requested again until it loads', async () => {
  vi.useFakeTimers();
  const load = vi.fn<() => Promise<string>>();
  load.mockRejectedValueOnce(new TypeError('Failed to fetch')).mockRejectedValueOnce(new TypeError('Failed to fetch'));
  load.mockResolvedValueOnce('code');
  const loaded = retryUntilLoaded(load);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(await loaded).toBe('code');
  expect(load).toHaveBeenCalledTimes(3);
});
