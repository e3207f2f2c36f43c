import { beforeEach, expect, test, vi } from 'vitest';
import { loadPage } from './load-page.ts';

const Page = () => null;
const missing = () => Promise.reject(new TypeError('Failed to fetch dynamically imported module'));

let reload = vi.fn<() => void>();

/** True if the server responds to the check. */
function stubServer(there: boolean): void {
  vi.stubGlobal('fetch', () => (there ? Promise.resolve(new Response()) : Promise.reject(new TypeError('offline'))));
}

beforeEach(() => {
  const entries = new Map<string, string>();
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => entries.get(key) ?? null,
    setItem: (key: string, value: string) => void entries.set(key, value),
    removeItem: (key: string) => void entries.delete(key),
  });
  stubServer(true);
  reload = vi.fn<() => void>();
  vi.stubGlobal('window', { location: { reload } });
  return () => vi.unstubAllGlobals();
});

test('a page that loads at the second attempt is shown', async () => {
  const load = vi.fn<() => Promise<typeof Page>>().mockImplementationOnce(missing).mockResolvedValueOnce(Page);
  await expect(loadPage(load)).resolves.toEqual({ default: Page });
  expect(reload).not.toHaveBeenCalled();
});

test('a page removed by a deployment reloads the app, once', async () => {
  void loadPage(missing);
  await vi.waitFor(() => expect(reload).toHaveBeenCalledOnce());
  // It answers without the file: trying again by itself would never end.
  await expect(loadPage(missing)).rejects.toMatchObject({ name: 'PageLoadError', isOffline: false });
  expect(reload).toHaveBeenCalledOnce();
});

test('the app is not reloaded while the server is unreachable, since that would lose it', async () => {
  stubServer(false);
  await expect(loadPage(missing)).rejects.toMatchObject({ name: 'PageLoadError', isOffline: true });
  expect(reload).not.toHaveBeenCalled();
});
