import { expect, test, vi } from 'vitest';
import { saveFile } from './save-file.ts';

test('a file stays readable for a while after the browser asked the customer', () => {
  vi.useFakeTimers();
  const link = { href: '', download: '', click: vi.fn<() => void>() };
  vi.stubGlobal('document', { createElement: () => link });
  const revoked = vi.spyOn(URL, 'revokeObjectURL');
  try {
    saveFile('orders.csv', new Blob(['id']));
    expect([link.download, link.href.startsWith('blob:'), link.click.mock.calls.length]).toEqual([
      'orders.csv',
      true,
      1,
    ]);
    vi.advanceTimersByTime(59_999);
    expect(revoked).not.toHaveBeenCalled();
    vi.advanceTimersByTime(1);
    expect(revoked).toHaveBeenCalledWith(link.href);
  } finally {
    vi.useRealTimers();
    vi.unstubAllGlobals();
    revoked.mockRestore();
  }
});
