import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { watchIdle } from './idle.ts';

const minuteMs = 60_000;

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

test('the callback runs once after 15 minutes without activity, and activity restarts the timer', () => {
  const target = new EventTarget();
  const onIdle = vi.fn<() => void>();
  watchIdle(target, onIdle);
  vi.advanceTimersByTime(14 * minuteMs);
  target.dispatchEvent(new Event('keydown'));
  vi.advanceTimersByTime(14 * minuteMs);
  expect(onIdle).not.toHaveBeenCalled();
  vi.advanceTimersByTime(2 * minuteMs);
  expect(onIdle).toHaveBeenCalledOnce();
  vi.advanceTimersByTime(60 * minuteMs);
  expect(onIdle).toHaveBeenCalledOnce();
});

test('a stopped watch never calls back', () => {
  const onIdle = vi.fn<() => void>();
  watchIdle(new EventTarget(), onIdle)();
  vi.advanceTimersByTime(60 * minuteMs);
  expect(onIdle).not.toHaveBeenCalled();
});
