import { afterEach, describe, expect, it, vi } from 'vitest';
import { createFrameSchedule, createFrameStore, createKeyed } from './frame-store.ts';

it('keeps one store per key', () => {
  const storeOf = createKeyed((key) => createFrameStore(key));
  expect(storeOf('a')).toBe(storeOf('a'));
  expect(storeOf('b').get()).toBe('b');
});

const frameMs = 16;

/** Simulates a screen with a frame every 16 ms and timers in between. Returns the frames of one second in which a callback of this cost ran. */
function framesOfASecond(costMs: number): number {
  let now = 0;
  const timers: { readonly at: number; readonly callback: () => void }[] = [];
  const frames: (() => void)[] = [];
  vi.stubGlobal('document', { hidden: false });
  vi.stubGlobal('performance', { now: () => now });
  vi.stubGlobal('requestAnimationFrame', (callback: () => void) => frames.push(callback));
  vi.stubGlobal('setTimeout', (callback: () => void, delayMs = 0) => timers.push({ at: now + delayMs, callback }));
  const schedule = createFrameSchedule();
  let count = 0;
  const draw = (): void => {
    count += 1;
    now += costMs;
    schedule(draw);
  };
  schedule(draw);
  for (let nextFrame = frameMs; nextFrame < 1000; nextFrame += frameMs) {
    for (let due = timers.shift(); due !== undefined; due = timers.shift()) {
      if (due.at > nextFrame) {
        timers.unshift(due);
        break;
      }
      now = Math.max(now, due.at);
      due.callback();
    }
    if (now > nextFrame) continue;
    now = nextFrame;
    for (const callback of frames.splice(0)) callback();
  }
  return count;
}

describe('frames', () => {
  afterEach(() => vi.unstubAllGlobals());

  it('run at the screen’s rate when drawing is quick', () => {
    expect(framesOfASecond(1)).toBeGreaterThan(50);
  });

  it('leave a slow device most of its time', () => {
    const costMs = 25;
    const count = framesOfASecond(costMs);
    expect(count * costMs).toBeLessThanOrEqual(500);
    expect(count).toBeGreaterThan(5);
  });
});
