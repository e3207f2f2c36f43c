import { afterEach, describe, expect, it, vi } from 'vitest';
import { createFrameSchedule, createFrameStore, createKeyed } from './frame-store.ts';

it('keeps one store per key', () => {
  const storeOf = createKeyed((key) => createFrameStore(key));
  expect(storeOf('a')).toBe(storeOf('a'));
  expect(storeOf('b').get()).toBe('b');
});

const frameMs = 16;

interface Screen {
  readonly now: () => number;
  /** Takes time. */
  readonly work: (costMs: number) => void;
  /** Shows frames until this time. */
  readonly run: (untilMs: number) => void;
}

/** A screen with a frame every 16 ms, timers in between, and microtasks after each. */
function simulateScreen(): Screen {
  let now = 0;
  let nextFrame = frameMs;
  const timers = new Map<number, { readonly at: number; readonly callback: () => void }>();
  let timersMade = 0;
  const frames: (() => void)[] = [];
  const microtasks: (() => void)[] = [];
  vi.stubGlobal('document', { hidden: false });
  vi.stubGlobal('performance', { now: () => now });
  vi.stubGlobal('requestAnimationFrame', (callback: () => void) => frames.push(callback));
  vi.stubGlobal('setTimeout', (callback: () => void, delayMs = 0) => {
    timersMade += 1;
    timers.set(timersMade, { at: now + delayMs, callback });
    return timersMade;
  });
  vi.stubGlobal('clearTimeout', (timer: number) => timers.delete(timer));
  vi.stubGlobal('queueMicrotask', (callback: () => void) => microtasks.push(callback));
  const runTask = (callback: () => void): void => {
    callback();
    for (let task = microtasks.shift(); task !== undefined; task = microtasks.shift()) task();
  };
  const runTimers = (untilMs: number): void => {
    const next = () => [...timers].toSorted(([, one], [, other]) => one.at - other.at)[0];
    for (let due = next(); due !== undefined && due[1].at <= untilMs; due = next()) {
      const [timer, { at, callback }] = due;
      timers.delete(timer);
      now = Math.max(now, at);
      runTask(callback);
    }
  };
  return {
    now: () => now,
    work: (costMs) => (now += costMs),
    run(untilMs) {
      for (; nextFrame < untilMs; nextFrame += frameMs) {
        runTimers(nextFrame);
        if (now > nextFrame) continue;
        now = nextFrame;
        for (const callback of frames.splice(0)) runTask(callback);
      }
    },
  };
}

/** Returns the frames of one second in which a callback of this cost ran. */
function framesOfASecond(costMs: number): number {
  const screen = simulateScreen();
  const schedule = createFrameSchedule();
  let count = 0;
  const draw = (): void => {
    count += 1;
    screen.work(costMs);
    schedule(draw);
  };
  schedule(draw);
  screen.run(1000);
  return count;
}

/** Stores that change all the time, each of this cost: the times when each published in one second. */
function publications(costsMs: readonly number[]): readonly (readonly number[])[] {
  const screen = simulateScreen();
  const schedule = createFrameSchedule();
  const times = costsMs.map((): number[] => []);
  for (const [place, costMs] of costsMs.entries()) {
    const publish = (): void => {
      times[place]?.push(Math.floor(screen.now() / frameMs));
      screen.work(costMs);
      schedule(publish);
    };
    schedule(publish);
  }
  screen.run(1000);
  return times;
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

  it('are shared by stores that change all the time, so that each frame is short', () => {
    const times = publications([2, 2, 2]);
    // At first none has waited.
    const [first] = times.flat();
    const later = times.flat().filter((frame) => frame !== first);
    expect(new Set(later).size).toBe(later.length);
    for (const one of times) expect(one.length).toBeGreaterThan(10);
  });

  it('are used together by stores that cost little', () => {
    const [one = [], other] = publications([0.1, 0.1]);
    expect(one.length).toBeGreaterThan(50);
    expect(other).toEqual(one);
  });

  it('show what changes all the time as often as its store says, and its first change after a pause at once', () => {
    const screen = simulateScreen();
    const schedule = createFrameSchedule();
    const shown: number[] = [];
    let isChanging = true;
    const publish = (): void => {
      shown.push(screen.now());
      if (isChanging) schedule(publish, 100);
    };
    schedule(publish, 100);
    screen.run(1000);
    expect(shown.length).toBeGreaterThan(7);
    for (const [place, time] of shown.slice(1).entries())
      expect(time - (shown[place] ?? NaN)).toBeGreaterThanOrEqual(100);
    isChanging = false;
    screen.run(2000);
    schedule(publish, 100);
    screen.run(2000 + 2 * frameMs);
    expect(shown.at(-1)).toBeGreaterThanOrEqual(2000);
  });

  it('show at once what has no pace of its own, while a store waits for its time', () => {
    const screen = simulateScreen();
    const schedule = createFrameSchedule();
    const paced: number[] = [];
    const publish = (): void => void paced.push(screen.now());
    schedule(publish, 500);
    screen.run(2 * frameMs);
    schedule(publish, 500);
    let shown = NaN;
    screen.run(100);
    schedule(() => void (shown = screen.now()));
    screen.run(1000);
    expect(shown).toBeLessThan(100 + 2 * frameMs);
    expect(paced).toHaveLength(2);
    expect((paced[1] ?? NaN) - (paced[0] ?? NaN)).toBeLessThan(500 + 2 * frameMs);
  });

  it('show at once what hasn’t changed for a while, beside what changes all the time', () => {
    const screen = simulateScreen();
    const schedule = createFrameSchedule();
    const busy = (): void => {
      screen.work(2);
      schedule(busy);
    };
    let shown = NaN;
    const seldom = (): void => void (shown = screen.now());
    schedule(seldom);
    schedule(busy);
    screen.run(500);
    expect(shown).toBeLessThan(2 * frameMs);
    schedule(seldom);
    screen.run(600);
    // In the first frame of all.
    expect(shown).toBeLessThan(500 + 1.5 * frameMs);
  });
});
