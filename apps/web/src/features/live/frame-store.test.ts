import { afterEach, describe, expect, it, vi } from 'vitest';
import { createFrames, createKeyed, createStore } from './frame-store.ts';

function manualFrames() {
  const waiting: (() => void)[] = [];
  return {
    schedule: (callback: () => void) => void waiting.push(callback),
    frame: () => waiting.splice(0).forEach((callback) => callback()),
  };
}

describe('a store', () => {
  it('tells its listeners once a frame, with the newest value', () => {
    const { schedule, frame } = manualFrames();
    const store = createStore(0, { schedule });
    const seen: number[] = [];
    store.subscribe(() => seen.push(store.get()));
    store.set(1);
    store.set(2);
    expect([store.get(), store.newest()]).toEqual([0, 2]);
    frame();
    expect(seen).toEqual([2]);
    store.set(3);
    frame();
    expect(seen).toEqual([2, 3]);
  });

  it('says nothing when a value went back within the frame', () => {
    const { schedule, frame } = manualFrames();
    const store = createStore('a', { schedule });
    let told = 0;
    store.subscribe(() => (told += 1));
    store.set('b');
    store.set('a');
    frame();
    expect(told).toBe(0);
  });

  it('starts with its first listener and stops with its last', () => {
    const log: string[] = [];
    const start = () => {
      log.push('start');
      return () => void log.push('stop');
    };
    const store = createStore(0, { schedule: manualFrames().schedule, start });
    const leave = store.subscribe(() => {});
    const leaveToo = store.subscribe(() => {});
    leave();
    leave();
    expect(log).toEqual(['start']);
    leaveToo();
    store.subscribe(() => {});
    expect(log).toEqual(['start', 'stop', 'start']);
  });
});

it('keeps one store per key', () => {
  const storeOf = createKeyed((key) => createStore(key));
  expect(storeOf('a')).toBe(storeOf('a'));
  expect(storeOf('b').get()).toBe('b');
});

const frameMs = 16;

/** A screen with a clock of its own: a frame every 16 ms, timers in between. Gives how many frames a second have a callback that takes so long and asks again. */
function framesOfASecond(costMs: number): number {
  let now = 0;
  const timers: { readonly at: number; readonly callback: () => void }[] = [];
  const frames: (() => void)[] = [];
  vi.stubGlobal('document', { hidden: false });
  vi.stubGlobal('performance', { now: () => now });
  vi.stubGlobal('requestAnimationFrame', (callback: () => void) => frames.push(callback));
  vi.stubGlobal('setTimeout', (callback: () => void, delayMs = 0) => timers.push({ at: now + delayMs, callback }));
  const schedule = createFrames();
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

  it('come as often as the screen has them, where drawing is quick', () => {
    expect(framesOfASecond(1)).toBeGreaterThan(50);
  });

  it('leave a slow device most of its time', () => {
    const costMs = 25;
    const count = framesOfASecond(costMs);
    expect(count * costMs).toBeLessThanOrEqual(500);
    expect(count).toBeGreaterThan(5);
  });
});
