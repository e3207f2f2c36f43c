import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { toast, toastStore } from './toast.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

test('a message is shown for 2 s', () => {
  toast('saved');
  vi.advanceTimersByTime(1999);
  expect(toastStore.get()?.message).toBe('saved');
  vi.advanceTimersByTime(1);
  expect(toastStore.get()).toBeNull();
});

test('a later message replaces an earlier one and is shown for its full duration', () => {
  toast('first');
  vi.advanceTimersByTime(1500);
  toast('second');
  vi.advanceTimersByTime(1999);
  expect(toastStore.get()?.message).toBe('second');
  vi.advanceTimersByTime(1);
  expect(toastStore.get()).toBeNull();
});
