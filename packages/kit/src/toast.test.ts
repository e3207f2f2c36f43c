import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { toast, toastStore } from './toast.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

test('a message stands for 2 s', () => {
  toast('saved');
  vi.advanceTimersByTime(1999);
  expect(toastStore.current()?.message).toBe('saved');
  vi.advanceTimersByTime(1);
  expect(toastStore.current()).toBeNull();
});

test('a later one takes its place, for its own time', () => {
  toast('first');
  vi.advanceTimersByTime(1500);
  toast('second');
  vi.advanceTimersByTime(1999);
  expect(toastStore.current()?.message).toBe('second');
  vi.advanceTimersByTime(1);
  expect(toastStore.current()).toBeNull();
});
