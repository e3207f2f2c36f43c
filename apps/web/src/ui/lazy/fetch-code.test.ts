import { afterEach, expect, test, vi } from 'vitest';
import { fetchCode } from './fetch-code.ts';

afterEach(() => vi.useRealTimers());

test('code that doesn’t load within 120 s is requested once more, and then fails', async () => {
  vi.useFakeTimers();
  const load = vi.fn<() => Promise<string>>(() => new Promise(() => undefined));
  const failed = fetchCode(load).catch(String);
  await vi.advanceTimersByTimeAsync(119_999);
  expect(load).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(1);
  expect(load).toHaveBeenCalledTimes(2);
  await vi.advanceTimersByTimeAsync(120_000);
  expect(await failed).toContain('in time');
  expect(load).toHaveBeenCalledTimes(2);
});

test('code that fails to load is requested once more immediately', async () => {
  const load = vi.fn<() => Promise<string>>();
  load.mockRejectedValueOnce(new TypeError('Failed to fetch')).mockResolvedValueOnce('code');
  expect(await fetchCode(load)).toBe('code');
});
