import { toastStore } from '@fft/kit';
import { beforeEach, expect, test, vi } from 'vitest';
import { clipboardTexts } from './clipboard-texts.ts';
import { copyText } from './copy-text.ts';

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('localStorage', { getItem: (key: string) => (key === 'locale' ? 'en' : null) });
  return () => {
    vi.runAllTimers();
    vi.useRealTimers();
    vi.unstubAllGlobals();
  };
});

const t = clipboardTexts.en;

test.each([
  ['that takes the text', { writeText: () => Promise.resolve() }, t.copied],
  ['that refuses it', { writeText: () => Promise.reject(new DOMException('no', 'NotAllowedError')) }, t.cantCopy],
  ['that isn’t there', undefined, t.cantCopy],
])('a clipboard %s is reported', async (_which, clipboard, message) => {
  vi.stubGlobal('navigator', { clipboard });
  await copyText('0xdAC1');
  expect(toastStore.get()?.message).toBe(message);
});
