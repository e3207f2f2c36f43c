import { beforeEach, expect, test, vi } from 'vitest';
import { chunkTimeoutMs, loadPage, PageLoadError } from './load-page.ts';

const Page = () => null;
const gone = () => Promise.reject(new TypeError('Failed to fetch dynamically imported module'));

let reload = vi.fn<() => void>();

beforeEach(() => {
  const entries = new Map<string, string>();
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => entries.get(key) ?? null,
    setItem: (key: string, value: string) => void entries.set(key, value),
    removeItem: (key: string) => void entries.delete(key),
  });
  vi.stubGlobal('navigator', { onLine: true });
  reload = vi.fn<() => void>();
  vi.stubGlobal('window', { location: { reload } });
  return () => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
  };
});

test('a page that comes at the second try is shown', async () => {
  const load = vi.fn<() => Promise<typeof Page>>().mockImplementationOnce(gone).mockResolvedValueOnce(Page);
  await expect(loadPage(load)).resolves.toEqual({ default: Page });
  expect(reload).not.toHaveBeenCalled();
});

test('a page that a deployment took away makes the app load anew, once', async () => {
  void loadPage(gone);
  await vi.waitFor(() => expect(reload).toHaveBeenCalledOnce());
  await expect(loadPage(gone)).rejects.toBeInstanceOf(PageLoadError);
  expect(reload).toHaveBeenCalledOnce();
});

test('offline there is nothing to load anew', async () => {
  vi.stubGlobal('navigator', { onLine: false });
  await expect(loadPage(gone)).rejects.toBeInstanceOf(PageLoadError);
  expect(reload).not.toHaveBeenCalled();
});

test('a page that doesn’t come within 120 s is asked for once more', async () => {
  vi.useFakeTimers();
  const load = vi
    .fn<() => Promise<typeof Page>>()
    .mockReturnValueOnce(new Promise(() => undefined))
    .mockResolvedValueOnce(Page);
  const loaded = loadPage(load);
  await vi.advanceTimersByTimeAsync(chunkTimeoutMs - 1);
  expect(load).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(1);
  await expect(loaded).resolves.toEqual({ default: Page });
});
