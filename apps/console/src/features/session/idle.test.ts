import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { watchIdle } from './idle.ts';

const minuteMs = 60_000;

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

test('who touches nothing for a quarter of an hour is told of once; every touch begins it anew', () => {
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

test('nobody is watched any more after it was stopped', () => {
  const onIdle = vi.fn<() => void>();
  watchIdle(new EventTarget(), onIdle)();
  vi.advanceTimersByTime(60 * minuteMs);
  expect(onIdle).not.toHaveBeenCalled();
});
